import { hash } from 'node:crypto';
import { setPerson } from '../../core/comments/people.ts';
import { personState } from '../../core/comments/store/people.ts';
import { readSite } from '../../core/site/site.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import type { ReactionKind } from '../../platform/db/schema.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { startJobs } from '../../platform/jobs/add-job.ts';
import { receiveComment, receiveReaction, removeReaction, removeReceived } from '../conversation/received.ts';
import { haveSameHost, idOf, idsOf, isJson, type Json, textOf, typeOf, webUrl } from './activity-json.ts';
import { deliver } from './deliver.ts';
import type { Activity } from './inbox.ts';
import { reportOf } from './messages.ts';
import { noteText } from './note-text.ts';
import { actorTypes, pageOf, type RemoteActor } from './remote-actor.ts';
import type { FetchDocument } from './signing/fetch-document.ts';
import {
  actorById,
  addFollower,
  putActor,
  removeActor,
  removeFollower,
  setBlocking,
} from './store/fediverse.ts';
import * as inbox from './store/inbox.ts';
import { ownActor, type Parent, parentAt, postAt, publicPostAt } from './targets.ts';

export type Tools = {
  fetchDocument: FetchDocument;
  /** Reads the document of an actor again. */
  renewActor(id: string): Promise<RemoteActor | null>;
};

/** What an activity does once its signature is verified; returns what a later activity can undo it by. */
type Effect = (sender: RemoteActor) => Promise<string | null>;

/** A document could not be fetched now. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

const follow = 'follow';
const noteTypes = ['Note', 'Article', 'Question', 'Page', 'Event', 'Audio', 'Video', 'Image'];
const publicIds = ['https://www.w3.org/ns/activitystreams#Public', 'as:Public', 'Public'];

/**
 * What an activity would do, or null if nothing. Asked before its signature is verified, so that others cannot make the blog fetch
 * documents with activities that do not concern it.
 */
export async function effectOf(blog: Blog, activity: Activity, tools: Tools): Promise<Effect | null> {
  switch (activity.type) {
    case 'Follow':
      return followEffect(blog, activity);
    case 'Block':
      return idOf(activity.object) === ownActor(blog) ? () => blockedBy(blog, activity.actor) : null;
    case 'Move':
      return moveEffect(blog, activity, tools);
    case 'Flag':
      return flagEffect(blog, activity);
    case 'Create':
      return createEffect(blog, activity, tools);
    case 'Update':
      return updateEffect(blog, activity, tools);
    case 'Delete':
      return deleteEffect(blog, activity);
    case 'Like':
    case 'EmojiReact':
      return reactionEffect(blog, activity, 'like');
    case 'Announce':
      return isPublic(activity) ? reactionEffect(blog, activity, 'repost') : null;
    case 'Undo':
      return undoEffect(blog, activity);
    default:
      return null;
  }
}

/* Followers */

async function followEffect(blog: Blog, activity: Activity): Promise<Effect | null> {
  if (idOf(activity.object) !== ownActor(blog)) return null;
  if ((await personState(blog.db, activity.actor)) === 'blocked') return null;
  return (sender) => acceptFollow(blog, activity, sender);
}

async function acceptFollow(blog: Blog, { id, type, actor, object }: Activity, sender: RemoteActor) {
  const now = nowIso(blog);
  await inTransaction(blog.db, async (tx) => {
    await putActor(tx, sender, now);
    await addFollower(tx, actor, id, now);
    const accept = {
      // The same for the same Follow, so that it is stored once.
      id: `${ownActor(blog)}#accept-${hash('sha256', id).slice(0, 32)}`,
      type: 'Accept',
      to: [actor],
      object: { id, type, actor, object: idOf(object) },
    };
    await deliver(blog, tx, accept, { inboxes: [sender.inbox] });
  });
  startJobs(blog);
  return follow;
}

const unfollow = (blog: Blog, actor: string): Promise<null> =>
  inTransaction(blog.db, async (tx) => {
    await removeFollower(tx, actor, nowIso(blog));
    await inbox.removeEffect(tx, actor, follow);
    return null;
  });

const block = 'block';

/** Someone who blocks the blog gets nothing of it, not even answers to what they wrote. */
const blockedBy = (blog: Blog, actor: string): Promise<string> =>
  inTransaction(blog.db, async (tx) => {
    await removeFollower(tx, actor, nowIso(blog));
    await inbox.removeEffect(tx, actor, follow);
    await setBlocking(tx, actor, nowIso(blog));
    return block;
  });

async function unblockedBy(blog: Blog, actor: string): Promise<null> {
  await setBlocking(blog.db, actor, null);
  await inbox.removeEffect(blog.db, actor, block);
  return null;
}

/**
 * An account moved to another server. What the owner decided about it holds for the new one, if that one names the old one as its
 * own; following again is up to the new server.
 */
async function moveEffect(
  blog: Blog,
  { actor, object, target }: Activity,
  tools: Tools,
): Promise<Effect | null> {
  const next = webUrl(idOf(target))?.href;
  if (idOf(object) !== actor || next === undefined || next === actor) return null;
  const state = await personState(blog.db, actor);
  if (state === null || (await personState(blog.db, next)) !== null) return null;
  return async (sender) => {
    const fetched = await tools.fetchDocument(next);
    if ('failure' in fetched && fetched.failure === 'unreachable') throw new UnreachableError(fetched.reason);
    if (!('document' in fetched) || fetched.document.id !== next) return null;
    if (!idsOf(fetched.document.alsoKnownAs).includes(actor)) return null;
    await setPerson(blog, next, sender.name, state);
    return null;
  };
}

/** A report about a post or an answer, for the owner alone. It names the server, not who reported. */
async function flagEffect(blog: Blog, { id, object, content }: Activity): Promise<Effect | null> {
  for (const url of idsOf(object)) {
    const about = await parentAt(blog, url);
    if (about) return (sender) => storeReport(blog, { ...about, id, url, text: textOf(content) }, sender);
  }
  return null;
}

type Report = Parent & { id: string; url: string; text: string };

async function storeReport(blog: Blog, { id, url, text, ...about }: Report, { actor }: RemoteActor) {
  await receiveComment(blog, {
    ...about,
    source: 'report',
    originId: id,
    originUrl: null,
    person: actor,
    authorName: new URL(actor).host,
    authorUrl: null,
    text: reportOf(url, text),
    date: nowIso(blog),
  });
  return null;
}

/* Replies */

async function createEffect(blog: Blog, activity: Activity, tools: Tools): Promise<Effect | null> {
  const { actor, object } = activity;
  if (isJson(object)) {
    const reply = await replyIn(blog, withAddressing(object, activity), actor);
    return reply ? (sender) => storeReply(blog, reply, sender) : null;
  }
  const id = idOf(object);
  if (!id || !haveSameHost(id, actor)) return null;
  return async (sender) => {
    const note = await fetchedNote(id, tools);
    const reply = note && (await replyIn(blog, note, actor));
    return reply && storeReply(blog, reply, sender);
  };
}

type Reply = { note: Json; id: string; parent: Parent };

/** A public object of this actor that replies to something here. */
async function replyIn(blog: Blog, note: Json, actor: string): Promise<Reply | null> {
  const parentId = idOf(note.inReplyTo);
  if (!isNoteOf(note, actor) || !isPublic(note) || parentId === undefined) return null;
  const parent = await parentAt(blog, parentId);
  return parent && { note, id: note.id, parent };
}

/** Of the server of its author, and attributed to no other actor. */
const isNoteOf = (note: Json, actor: string): note is Json & { id: string } =>
  noteTypes.includes(typeOf(note)) &&
  webUrl(note.id) !== undefined &&
  haveSameHost(note.id, actor) &&
  idsOf(note.attributedTo).length === 1 &&
  idOf(note.attributedTo) === actor;

const isPublic = ({ to, cc }: Json): boolean =>
  [...idsOf(to), ...idsOf(cc)].some((id) => publicIds.includes(id));

/** Some leave the addressing to the activity. */
const withAddressing = (note: Json, { to, cc }: Json): Json =>
  note.to === undefined && note.cc === undefined ? { ...note, to, cc } : note;

async function fetchedNote(id: string, { fetchDocument }: Tools): Promise<Json | null> {
  const fetched = await fetchDocument(id);
  if ('document' in fetched) return fetched.document.id === id ? fetched.document : null;
  if (fetched.failure === 'unreachable') throw new UnreachableError(fetched.reason);
  return null;
}

async function storeReply(blog: Blog, { note, id, parent }: Reply, sender: RemoteActor): Promise<null> {
  // The answer to it is sent to their inbox.
  await putActor(blog.db, sender, nowIso(blog));
  await receiveComment(blog, {
    ...parent,
    source: 'fediverse',
    originId: id,
    originUrl: pageOf(note.url, id) ?? id,
    ...authorOf(sender),
    text: await textIn(blog, note),
    date: textOf(note.published),
  });
  return null;
}

const authorOf = ({ actor, name, url }: RemoteActor) => ({
  person: actor,
  authorName: name,
  authorUrl: url ?? actor,
});

async function textIn(blog: Blog, note: Json): Promise<string> {
  const { fediverse_name } = await readSite(blog);
  return noteText(note, { name: fediverse_name, host: new URL(blog.siteUrl()).host });
}

/* Changes */

async function updateEffect(blog: Blog, activity: Activity, tools: Tools): Promise<Effect | null> {
  const { actor, object } = activity;
  const id = idOf(object);
  if (id === actor) return () => renewSender(blog, actor, tools);
  if (isJson(object) && actorTypes.includes(typeOf(object))) return null;
  const comment = id === undefined ? undefined : await ownComment(blog, id, actor);
  if (!id || !comment) return null;
  return async (sender) => {
    const note = isJson(object) ? withAddressing(object, activity) : await fetchedNote(id, tools);
    if (!note || !isNoteOf(note, actor)) return null;
    if (isPublic(note))
      return storeReply(
        blog,
        { note, id, parent: { postId: comment.post_id, parentOriginId: null } },
        sender,
      );
    // Readers of this site are no followers of the author.
    await removeReceived(blog, id);
    return null;
  };
}

/** The name is used for what they write from now on: comments were approved under the name that they have. */
async function renewSender(blog: Blog, actor: string, { renewActor }: Tools): Promise<null> {
  const renewed = await renewActor(actor);
  if (renewed && (await actorById(blog.db, actor))) await putActor(blog.db, renewed, nowIso(blog));
  return null;
}

async function ownComment(blog: Blog, originId: string, actor: string) {
  const comment = await inbox.commentByOrigin(blog.db, originId);
  return comment?.source === 'fediverse' && comment.person === actor ? comment : undefined;
}

async function deleteEffect(blog: Blog, { actor, object }: Activity): Promise<Effect | null> {
  const id = idOf(object);
  if (id === actor) return () => removeEverythingOf(blog, actor);
  if (!id) return null;
  const isOwn = (await ownComment(blog, id, actor)) !== undefined;
  // The owner deleted it before, and could restore it.
  if (!isOwn && (await inbox.authorOfDeleted(blog.db, id)) !== actor) return null;
  return async () => {
    await removeReceived(blog, id);
    return null;
  };
}

/** The account was deleted on its server. */
async function removeEverythingOf(blog: Blog, actor: string): Promise<null> {
  const some = 100;
  for (let removed = some; removed > 0; ) {
    removed = 0;
    for (const id of await inbox.originsOf(blog.db, actor, some))
      if (await removeReceived(blog, id)) removed++;
  }
  for (let effects = ['']; effects.length > 0; ) {
    effects = await inbox.effectsOf(blog.db, actor, some);
    for (const effect of effects) {
      if (effect !== follow && effect !== block) await removeReaction(blog, effect);
      await inbox.removeEffect(blog.db, actor, effect);
    }
  }
  await removeActor(blog.db, actor);
  await inbox.deleteSender(blog.db, actor);
  return null;
}

/* Likes and reposts */

/** Named after the actor and the post: each actor likes a post once, and only they can undo it. */
const reactionId = (actor: string, kind: ReactionKind, postId: number): string =>
  `${actor}#${kind}-of-post-${postId}`;

async function reactionEffect(blog: Blog, activity: Activity, kind: ReactionKind): Promise<Effect | null> {
  const postId = await publicPostAt(blog, idOf(activity.object) ?? '');
  if (postId === null) return null;
  return async (sender) => {
    const originId = reactionId(sender.actor, kind, postId);
    const date = textOf(activity.published);
    const reaction = { postId, kind, source: 'fediverse', originId, ...authorOf(sender), date } as const;
    const outcome = await receiveReaction(blog, reaction);
    return outcome === 'refused' ? null : originId;
  };
}

async function undoEffect(blog: Blog, { actor, object }: Activity): Promise<Effect | null> {
  if (isJson(object) && object.actor !== undefined && idOf(object.actor) !== actor) return null;
  const effect = (await embeddedEffect(blog, actor, object)) ?? (await namedEffect(blog, actor, object));
  if (effect === null) return null;
  if (effect === follow) return () => unfollow(blog, actor);
  if (effect === block) return () => unblockedBy(blog, actor);
  return async () => {
    await removeReaction(blog, effect);
    await inbox.removeEffect(blog.db, actor, effect);
    return null;
  };
}

async function embeddedEffect(blog: Blog, actor: string, object: unknown): Promise<string | null> {
  if (!isJson(object)) return null;
  const type = typeOf(object);
  const target = idOf(object.object) ?? '';
  if (type === 'Follow') return target === ownActor(blog) ? follow : null;
  if (type === 'Block') return target === ownActor(blog) ? block : null;
  const kind = { Like: 'like', EmojiReact: 'like', Announce: 'repost' }[type] as ReactionKind | undefined;
  const postId = kind ? await postAt(blog, target) : null;
  return kind && postId !== null ? reactionId(actor, kind, postId) : null;
}

async function namedEffect(blog: Blog, actor: string, object: unknown): Promise<string | null> {
  const id = idOf(object);
  return (id === undefined ? undefined : await inbox.effectOf(blog.db, actor, id)) ?? null;
}
