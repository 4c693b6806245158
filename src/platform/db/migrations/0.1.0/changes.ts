import { type RawBuilder, sql } from 'kysely';
import type { Statements } from '../../migration.ts';

/** The notification that each trigger function sends; `was` is the new row, or the deleted one. */
const functions = {
  tell_post: `perform tell_change('post:' || was.id)`,
  tell_post_of: `perform tell_change('post:' || was.post_id)`,
  // The prefix ~ marks changes that pages may show with a delay.
  tell_votes: `perform tell_change('~post:' || was.id)`,
  tell_list: `perform tell_change(was.kind || ':' || was.name)`,
  tell_posts_in: `perform tell_change('post:' || p.id) from posts p where p.category_id = was.id;
    perform tell_change('post:' || p.post_id) from post_categories p where p.category_id = was.id`,
  tell_site: `perform tell_change('site')`,
  tell_all: `perform tell_change('*')`,
  tell_link: `perform tell_change('link:' || was.id)`,
};

const routine = (name: string, body: string) =>
  sql`create function ${sql.ref(name)}() returns trigger language plpgsql as $$
    ${sql.raw(body)}
    return null;
  end
  $$`;

const forEachRow: [trigger: string, calls: keyof typeof functions, after: string, when?: string][] = [
  ['tell_1', 'tell_post', 'insert or delete on posts'],
  ['tell_2', 'tell_post', 'update on posts', 'old.vote_count = new.vote_count'],
  ['tell_3', 'tell_votes', 'update on posts', 'old.vote_count <> new.vote_count'],
  ['tell_4', 'tell_list', 'insert or delete on listings'],
  ['tell_5', 'tell_post_of', 'insert or update or delete on images'],
  ['tell_6', 'tell_post_of', 'insert or update or delete on post_tags'],
  ['tell_7', 'tell_all', 'update on tags'],
  ['tell_8', 'tell_posts_in', 'update on categories'],
  // Unapproved comments are on no page.
  ['tell_9', 'tell_post_of', 'insert on comments', 'new.approved = 1'],
  ['tell_10', 'tell_post_of', 'update on comments', 'old.approved = 1 or new.approved = 1'],
  ['tell_10_gone', 'tell_post_of', 'delete on comments', 'old.approved = 1'],
  ['tell_11', 'tell_post_of', 'delete on comments', 'old.approved = 1'],
  ['tell_12', 'tell_site', 'insert or update on settings', `new.name in ('site', 'announcement')`],
  ['tell_menu', 'tell_site', 'insert or update on settings', `new.name = 'menu'`],
  ['tell_mail', 'tell_site', 'insert or update on settings', `new.name = 'mail'`],
  ['tell_site_images', 'tell_site', 'insert or update or delete on site_images'],
  ['tell_reactions', 'tell_post_of', 'insert or update or delete on reactions'],
  // The menu of every page shows titles and URLs.
  ['tell_link', 'tell_link', 'insert or delete on posts'],
  [
    'tell_link_changed',
    'tell_link',
    'update on posts',
    `(old.post_title, old.post_title_web, old.active) is distinct from
      (new.post_title, new.post_title_web, new.active)`,
  ],
  ['tell_further_category', 'tell_post_of', 'insert or update or delete on post_categories'],
  // The page of an empty category depends on whether the category exists, and menus show its title.
  ['tell_category', 'tell_all', 'insert or delete on categories'],
  ['tell_category_path', 'tell_all', 'update on categories', 'old.category_path <> new.category_path'],
  ['tell_category_titles', 'tell_all', 'update on categories', 'old.titles <> new.titles'],
];

const emptied = ['posts', 'listings', 'images', 'post_tags', 'comments', 'post_categories', 'reactions'];

const postgresChanges: RawBuilder<unknown>[] = [
  // Payloads are limited to 8000 bytes; a key that is too long invalidates everything instead.
  sql`create function tell_change(key text) returns void language sql as $$
    select pg_notify('not_terrible_changes', case when octet_length(key) < 2000 then key else '*' end)
  $$`,
  ...Object.entries(functions).map(([name, body]) =>
    routine(name, `declare was record := case tg_op when 'DELETE' then old else new end; begin ${body};`),
  ),
  ...forEachRow.map(
    ([trigger, calls, after, when]) => sql`create trigger ${sql.ref(trigger)} after ${sql.raw(after)}
      for each row ${sql.raw(when ? `when (${when})` : '')} execute function ${sql.ref(calls)}()`,
  ),
  ...emptied.map(
    (table) => sql`create trigger tell_emptied after truncate on ${sql.ref(table)}
      for each statement execute function tell_all()`,
  ),

  // The pages of all posts of a group show its languages and URLs.
  routine(
    'tell_translations',
    `begin
      if tg_op <> 'INSERT' then
        perform tell_change('translations:' || old.translation_group) where old.translation_group is not null;
      end if;
      if tg_op <> 'DELETE' then
        perform tell_change('translations:' || new.translation_group) where new.translation_group is not null;
      end if;`,
  ),
  sql`create trigger tell_translations after insert or delete on posts
    for each row execute function tell_translations()`,
  sql`create trigger tell_translations_changed after update on posts for each row
    when ((old.post_title, old.post_title_web, old.active, old.language, old.translation_group) is distinct from
      (new.post_title, new.post_title_web, new.active, new.language, new.translation_group))
    execute function tell_translations()`,
  routine('tell_authors', `begin perform tell_change('authors');`),
  sql`create trigger tell_authors after insert or update or delete or truncate on profiles
    for each statement execute function tell_authors()`,
  // Not when hits are counted: processes only remember whether there are redirects at all.
  routine('tell_redirects', `begin perform tell_change('redirects');`),
  sql`create trigger tell_redirects after insert or delete or truncate on redirects
    for each statement execute function tell_redirects()`,
];

/**
 * On commit, PostgreSQL notifies every process of what a transaction changed, no matter whether a server, a command or psql
 * wrote it. On SQLite processes poll the data version instead.
 */
export const changes: Statements = ({ kind }) => (kind === 'postgres' ? postgresChanges : []);
