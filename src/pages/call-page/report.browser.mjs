// Runs in the reader's browser. Plays the recording from a quotation or a turn, and marks the turn that plays.
const audio = document.getElementById('audio');
const turns = [...document.querySelectorAll('.turn')];
const list = document.getElementById('turns');
const lanes = document.getElementById('lanes');
const needle = document.getElementById('needle');
const now = document.getElementById('now');
const seconds = Number(document.body.dataset.seconds);
/** The turns that play, at first none. */
let marked = [];

function playFrom(at) {
  audio.currentTime = at;
  audio.play().catch(() => undefined);
}

function mark() {
  const at = audio.currentTime;
  needle.style.left = `${(100 * at) / seconds}%`;
  const playing = turns.filter(({ dataset }) => at >= Number(dataset.start) && at < Number(dataset.end));
  if (playing.length === marked.length && playing.every((turn, index) => turn === marked[index])) return;
  for (const turn of marked) turn.removeAttribute('aria-current');
  for (const turn of playing) turn.setAttribute('aria-current', 'true');
  marked = playing;
  const [first] = playing;
  if (!first) return;
  now.textContent = `${first.querySelector('.speaker').textContent}: ${first.querySelector('.words').textContent}`;
  // The page itself stays where the reader is.
  if (list.scrollHeight > list.clientHeight) list.scrollTop = first.offsetTop - list.offsetTop - list.clientHeight / 3;
}

function follow() {
  mark();
  if (!audio.paused) requestAnimationFrame(follow);
}

if (audio) {
  needle.hidden = false;
  document.body.classList.add('has-sound');
  audio.addEventListener('play', follow);
  for (const event of ['seeked', 'pause', 'timeupdate']) audio.addEventListener(event, mark);
  audio.addEventListener('error', () => {
    now.textContent = 'The recording cannot be played: its link has expired, or this browser does not know its format.';
  });
  document.addEventListener('click', (event) => {
    const target = event.target.closest('[data-start]');
    // Text that is being selected is not a click.
    if (!target || (target.matches('.turn') && !getSelection().isCollapsed)) return;
    event.preventDefault();
    playFrom(Number(target.dataset.start));
  });
  lanes.addEventListener('click', (event) => {
    const { left, width } = lanes.getBoundingClientRect();
    playFrom((seconds * (event.clientX - left)) / width);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== ' ' || event.target === audio || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (audio.paused) audio.play().catch(() => undefined);
    else audio.pause();
  });
}
