/** A line with fewer characters says too little to be told from others: the code before it belongs to it. */
const MIN_CODE = 40;

/** @returns {string} the code that a mutant changes, from which it is known wherever its file is moved */
export function changedCode(lines, index) {
  let code = oneLine(lines[index]);
  for (let before = index - 1; code.length < MIN_CODE && before >= 0; before -= 1)
    code = `${oneLine(lines[before])} ${code}`.trim();
  return code;
}

/** @returns {string} the code with single spaces */
export function oneLine(code) {
  return code.replace(/\s+/g, ' ').trim();
}
