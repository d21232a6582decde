// The days that statistics cut time into begin where Postgres, which has rules of its own for each zone, says that they do.
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startOfDay } from '../../../../src/insight/statistics/reading/calendar.js';
import { isTimeZone } from '../../../../src/insight/statistics/reading/time-zones.js';
import { type FreshDatabase, freshDatabase } from '../../../support/apps/backing.js';
import { openDataSource } from '../../../support/builders/listing-data.js';

let database: FreshDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await openDataSource(database.url);
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

const DAY_MS = 86_400_000;
const FIRST = Date.UTC(2018, 0, 1) / DAY_MS;
const DAYS = Array.from({ length: Date.UTC(2025, 0, 1) / DAY_MS - FIRST }, (_, index) => FIRST + index);

it.each([
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  // By half an hour.
  'Australia/Lord_Howe',
  // At midnight, or to midnight.
  'America/Havana',
  'America/Sao_Paulo',
  'Asia/Beirut',
  'Africa/Cairo',
])('every day from 2018 to 2024 in %s', async (zone) => {
  const starts = DAYS.map((day) => new Date(startOfDay(zone, day)).toISOString());
  const wrong = await dataSource.query(
    `SELECT start, day FROM unnest($1::timestamptz[], $2::date[]) AS found (start, day)
     WHERE (start AT TIME ZONE $3)::date <> day OR ((start - interval '1 ms') AT TIME ZONE $3)::date <> day - 1`,
    [starts, DAYS.map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10)), zone],
  );
  expect(wrong).toEqual([]);
});

it('takes every zone that Postgres has, but for names of files', async () => {
  const rows: { name: string }[] = await dataSource.query(
    "SELECT name FROM pg_timezone_names WHERE name LIKE '%/%' AND name NOT LIKE 'posix/%' AND name NOT LIKE 'right/%'",
  );
  const unknown = rows.map(({ name }) => name).filter((name) => !isTimeZone(name));
  expect(rows.length).toBeGreaterThan(400);
  expect(unknown).toEqual([]);
});
