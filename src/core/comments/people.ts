import { cutAtCharacter } from '../../content/document/truncate.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { inTransaction, lockName } from '../../platform/db/transaction.ts';
import {
  maxBlockedWordLength,
  maxCommentBlocks,
  maxNameLength,
  maxPeople,
} from '../../platform/http/api/limits.ts';
import { cleanText } from '../../platform/http/api/plain-text.ts';
import { Problem } from '../../platform/http/problem.ts';
import { startJobs } from '../../platform/jobs/add-job.ts';
import { type Message, message } from '../../platform/messages/translate.ts';
import { recordActivity } from '../site/activity.ts';
import * as messages from './messages.ts';
import { blockedForm, hasBlockedWord } from './rules/blocked-words.ts';
import * as people from './store/people.ts';

/** What the owner decided about the author of a comment. */
export type TrustLevel = 'trusted' | 'blocked' | 'unknown';

/** Trusted people may use blocked words and come from blocked IP addresses. `address` is a keyed hash. */
export async function trustLevelOf(
  db: Db,
  { person, address, texts }: { person: string | null; address: string | null; texts: readonly string[] },
): Promise<TrustLevel> {
  const state = person === null ? null : await people.personState(db, person);
  if (state !== null) return state;
  if (address !== null && (await people.isAddressBlocked(db, address))) return 'blocked';
  return hasBlockedWord(texts, await people.blockedWords(db)) ? 'blocked' : 'unknown';
}

/** Serializes changes, so that the limits hold. */
const lock = 'comment people';

/** Trusts or blocks a person from now on; comments that are there already stay as they are. */
export const setPerson = (
  blog: Blog,
  person: string,
  name: string,
  state: people.PersonState,
): Promise<people.StoredPerson> => changePerson(blog, (tx) => putPerson(blog, tx, { person, name, state }));

/** Like setPerson, for the author of a comment. */
export const setAuthorOf = (
  blog: Blog,
  commentId: number,
  state: people.PersonState,
): Promise<people.StoredPerson> =>
  changePerson(blog, async (tx) => {
    const { person, user_name } = await authorOf(tx, commentId);
    if (person === null) throw new Problem('conflict', messages.authorUnknown);
    return putPerson(blog, tx, { person, name: user_name, state });
  });

/** Features act in the same transaction when the owner blocks someone. */
async function changePerson(
  blog: Blog,
  work: (tx: Db) => Promise<people.StoredPerson>,
): Promise<people.StoredPerson> {
  let hasJobs = false;
  const changed = await inTransaction(blog.db, async (tx) => {
    const { person, state, ...rest } = await work(tx);
    if (state === 'blocked')
      for (const { on } of blog.features) hasJobs = (await on?.personBlocked?.(blog, tx, person)) || hasJobs;
    return { person, state, ...rest };
  });
  if (hasJobs) startJobs(blog);
  return changed;
}

async function putPerson(
  blog: Blog,
  tx: Db,
  { person, name, state }: Pick<people.StoredPerson, 'person' | 'name' | 'state'>,
): Promise<people.StoredPerson> {
  await lockName(tx, lock);
  if ((await people.personState(tx, person)) === null && (await people.countPeople(tx)) >= maxPeople)
    throw new Problem('conflict', messages.tooManyBlocks(maxPeople));
  const label = cutAtCharacter(cleanText(name), maxNameLength);
  const row = {
    person,
    name: label,
    state,
    date_added: nowIso(blog),
  };
  await people.putPerson(tx, row);
  await recordActivity(
    blog,
    tx,
    'comment',
    state === 'trusted'
      ? message('Trusted {name}', { name: label })
      : message('Blocked {name}', { name: label }),
  );
  return row;
}

/** Neither trusts nor blocks a person any more. */
export const removePerson = (blog: Blog, person: string): Promise<{ person: string }> =>
  inTransaction(blog.db, async (tx) => {
    const found = await people.deletePerson(tx, person);
    if (!found) throw new Problem('not_found', messages.noSuchPerson);
    const { name } = found;
    await recordActivity(
      blog,
      tx,
      'comment',
      found.state === 'trusted'
        ? message('No longer trusts {name}', { name })
        : message('Unblocked {name}', { name }),
    );
    return { person };
  });

/** Refuses comments with a word, or up to five words in a row. */
export const blockWord = (blog: Blog, typed: string): Promise<people.StoredBlock> =>
  inTransaction(blog.db, async (tx) => {
    const label = cutAtCharacter(cleanText(typed).trim(), maxBlockedWordLength);
    const value = blockedForm(label);
    if (value === null) throw new Problem('invalid', messages.wordNotBlockable);
    return putBlock(
      blog,
      tx,
      { kind: 'word', value, label },
      message('Blocked the word "{word}"', { word: label }),
    );
  });

/** Refuses comments from the IP address that sent this one; it is known while the comment waits. */
export const blockAddressOf = (blog: Blog, commentId: number): Promise<people.StoredBlock> =>
  inTransaction(blog.db, async (tx) => {
    const { address, user_name } = await authorOf(tx, commentId);
    if (address === null) throw new Problem('conflict', messages.ipAddressUnknown);
    const block = { kind: 'address', value: address, label: user_name } as const;
    return putBlock(blog, tx, block, message('Blocked the IP address of {name}', { name: user_name }));
  });

async function putBlock(
  blog: Blog,
  tx: Db,
  block: Pick<people.StoredBlock, 'kind' | 'value' | 'label'>,
  what: Message,
): Promise<people.StoredBlock> {
  await lockName(tx, lock);
  if ((await people.countBlocks(tx)) >= maxCommentBlocks)
    throw new Problem('conflict', messages.tooManyBlocks(maxCommentBlocks));
  await recordActivity(blog, tx, 'comment', what);
  return people.putBlock(tx, { ...block, date_added: nowIso(blog) });
}

export const removeBlock = (blog: Blog, id: number): Promise<{ id: number }> =>
  inTransaction(blog.db, async (tx) => {
    const found = await people.deleteBlock(tx, id);
    if (!found) throw new Problem('not_found', messages.noSuchBlock);
    const what =
      found.kind === 'word'
        ? message('Unblocked the word "{word}"', { word: found.label })
        : message('Unblocked the IP address of {name}', { name: found.label });
    await recordActivity(blog, tx, 'comment', what);
    return { id };
  });

/** A comment of a visitor or from another server. */
async function authorOf(tx: Db, commentId: number) {
  const found = await people.authorOfComment(tx, commentId);
  if (!found) throw new Problem('not_found', messages.noSuchComment);
  if (found.user_id !== null) throw new Problem('conflict', messages.ownComment);
  return found;
}

type Part = { limit: number; offset: number };

export const listPeople = async (blog: Blog, state: people.PersonState, part: Part) => ({
  people: await people.listPeople(blog.db, state, part),
  total: await people.countPeople(blog.db, state),
});

export const listBlocks = (blog: Blog): Promise<people.StoredBlock[]> => people.listBlocks(blog.db);
