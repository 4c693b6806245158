import { sql } from 'kysely';
import type { Statements } from '../../migration.ts';
import { applicationId } from '../../sqlite-check.ts';

const redirectTargets = ['post_id', 'tag', 'category_id', 'image', 'to_path'];
const givenTargets = sql.join(
  redirectTargets.map((name) => sql`case when ${sql.ref(name)} is null then 0 else 1 end`),
  sql` + `,
);

export const site: Statements = ({ kind, id, date, tableOptions }) => [
  // Marks a SQLite file as ours, so that a foreign file is never mistaken for it.
  ...(kind === 'sqlite' ? [sql.raw(`pragma application_id = ${applicationId}`)] : []),
  sql`create table settings (
    name text not null primary key,
    value text not null
  ) ${tableOptions}`,
  // What was done on the site, by whom and from where.
  sql`create table activity (
    id ${id},
    date ${date} not null,
    kind text not null,
    what text not null,
    username text,
    address text not null,
    browser text not null
  ) ${tableOptions}`,
  sql`create index activity_by_kind on activity (kind, id)`,
  sql`create index activity_by_date on activity (date)`,

  // While a job runs, next_run is the end of its lease, so one indexed condition finds both jobs whose time has come and jobs
  // whose runner disappeared.
  sql`create table jobs (
    id ${id},
    kind text not null,
    payload text not null,
    host text,
    next_run ${date} not null,
    owner text,
    attempts integer not null default 0,
    cancel_requested integer not null default 0 check (cancel_requested in (0, 1)),
    progress text,
    outcome text check (outcome in ('done', 'failed', 'canceled')),
    error text,
    date_added ${date} not null,
    date_finished ${date}
  ) ${tableOptions}`,
  sql`create index jobs_by_next_run on jobs (next_run, id) where date_finished is null`,
  sql`create index jobs_by_kind on jobs (kind, id)`,

  // Posts, tags, categories and images are stored as such, so that a redirect follows when they are renamed; without any target
  // the URL is gone. None of them is a reference: what a redirect leads to can be deleted and restored.
  sql`create table redirects (
    id ${id},
    from_path text not null unique,
    post_id integer,
    tag text,
    category_id integer,
    image text,
    to_path text,
    import_id integer,
    hits integer not null default 0,
    date_added ${date} not null,
    check (${givenTargets} <= 1)
  ) ${tableOptions}`,
  sql`create index redirects_by_hits on redirects (hits, id)`,
  sql`create index redirects_by_import on redirects (import_id) where import_id is not null`,
  // Paths that readers asked for and that lead nowhere.
  sql`create table unknown_paths (
    path text primary key,
    hits integer not null,
    date_asked ${date} not null
  ) ${tableOptions}`,
];
