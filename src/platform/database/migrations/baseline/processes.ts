// What the processes of a deployment share beside the calls.

export const PROCESSES = `
  -- The pause of each engine while its provider is in trouble: one row for all processes. \`since\` and \`paused_until\` are null
  -- while the engine works. \`suspects\` are the last calls that failed in a way that may be their own; \`success_by\` is the call of
  -- the last success, \`other_success_at\` the last success of a call before it. Calls are told apart by fingerprints of their ids.
  CREATE TABLE IF NOT EXISTS engine_pause (
    engine text PRIMARY KEY,
    since timestamptz,
    paused_until timestamptz,
    reason text,
    failures integer NOT NULL DEFAULT 0,
    suspects uuid[] NOT NULL DEFAULT '{}',
    probe_by uuid,
    probe_until timestamptz,
    success_at timestamptz,
    success_by uuid,
    other_success_at timestamptz
  );;
  INSERT INTO engine_pause (engine) VALUES ('transcription'), ('analysis') ON CONFLICT DO NOTHING;

  -- One row. The recording store holds the same id; a database that was made anew, or another one, has another.
  CREATE TABLE IF NOT EXISTS deployment (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    created_at timestamptz(3) NOT NULL DEFAULT now()
  );
  INSERT INTO deployment DEFAULT VALUES ON CONFLICT DO NOTHING;

  -- Recordings that have lost their analysis or reached the end of their retention. Written together with that, so that a
  -- killed process forgets none.
  CREATE TABLE IF NOT EXISTS recording_deletion (
    storage_key text PRIMARY KEY,
    created_at timestamptz(3) NOT NULL DEFAULT now()
  );

  CREATE TABLE IF NOT EXISTS round_lease (
    name text PRIMARY KEY,
    holder uuid,
    -- While a round is under way. A killed holder no longer extends it.
    leased_until timestamptz NOT NULL DEFAULT '-infinity',
    due_at timestamptz NOT NULL DEFAULT '-infinity'
  ) WITH (fillfactor = 50);

  -- What one process has counted, for the scrapes of all of them.
  CREATE TABLE IF NOT EXISTS shared_reading (
    name text PRIMARY KEY,
    claimed_at timestamptz NOT NULL,
    taken_at timestamptz,
    figures text
  ) WITH (fillfactor = 50);
`;
