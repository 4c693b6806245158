import { createHash } from 'node:crypto';
import { entryOf } from '../../core/posts/bin/store/bin.ts';
import { addRedirects } from '../../core/redirects/redirects.ts';
import type { PostTransaction } from '../../core/site/store/post-transaction.ts';
import type { PostItem, RedirectItem, SourceItem } from './items.ts';
import * as messages from './messages/imports.ts';
import { type PreparedOwn, prepareOwn, writeOwn } from './own-rows.ts';
import { type PreparedPost, preparePost } from './prepare-post.ts';
import type { Batch, Created, ImportRun, Written } from './run.ts';
import { insertComments } from './store/imported-comments.ts';
import { changesSince } from './store/imported-rows.ts';
import { type EarlierItem, insertItems, itemByKey, type NewItem } from './store/imports.ts';
import { type PreparedAttachment, prepareAttachment, writeAttachment } from './write-attachment.ts';
import { CommentBatch } from './write-comments.ts';
import { updatePost, writePost } from './write-post.ts';
import { writeAuthor, writeCategory, writeSiteItem, writeTag } from './write-terms.ts';

const maxLabelLength = 200;
const maxKeyLength = 500;
const maxRemarks = 20;

/** An item that can be written in a short transaction. */
export type Prepared = {
  position: number;
  /** Whether neither this import nor an earlier one can have its key. */
  isNew: boolean;
  item: SourceItem;
  /** Of posts and pages. */
  post?: PreparedPost;
  /** Of the rows of an own export, where the site takes them as they are. */
  own?: PreparedOwn;
  /** Of an uploaded file. */
  image?: PreparedAttachment;
  leftOut?: string;
};

/** Whatever takes time happens here. An item that cannot be converted is left out; the others are not affected. */
export async function prepareItem(
  run: ImportRun,
  item: SourceItem,
  place: Pick<Prepared, 'position' | 'isNew'>,
): Promise<Prepared> {
  if (item.kind === 'left-out') return { ...place, item, leftOut: item.reason };
  if (run.takesOwnRows && item.own) {
    const own = await prepareOwn(run, item);
    return 'leftOut' in own ? { ...place, item, leftOut: own.leftOut } : { ...place, item, own };
  }
  if (item.kind === 'attachment') return { ...place, item, image: await prepareAttachment(run, item) };
  if (!isPost(item)) return { ...place, item };
  // Known items are not converted again; the transaction decides.
  const before = await knownAs(run.blog.db, run, { ...place, item });
  if (before && 'leftOut' in before) return { ...place, item };
  try {
    const post = await preparePost(run, item);
    return 'leftOut' in post ? { ...place, item, leftOut: post.leftOut } : { ...place, item, post };
  } catch (error) {
    return { ...place, item, leftOut: messages.itemUnreadable((error as Error).message) };
  }
}

/** Writes a batch of items and their rows of the report. */
export async function writeItems(
  tx: PostTransaction,
  run: ImportRun,
  items: readonly Prepared[],
): Promise<void> {
  run.terms.begin();
  const batch: Batch = { tx, run, created: new Map(), redirects: [] };
  const comments = new CommentBatch();
  const rows: NewItem[] = [];
  const commentRows: { row: NewItem; place: number; key: string }[] = [];
  for (const prepared of items) {
    const { item, position } = prepared;
    const written = await outcomeOf(batch, comments, prepared);
    const row = rowOf(run, item, position, written);
    rows.push(row);
    if ('leftOut' in written) continue;
    batch.created.set(item.key, { ...written.created, label: row.label });
    if (isPost(item) && written.created.post) run.terms.set('post', item.key, written.created.post);
    const place = item.kind === 'comment' ? comments.places.get(item.key) : undefined;
    if (place !== undefined) commentRows.push({ row, place, key: item.key });
  }
  if (!run.isDryRun) {
    const ids = await insertComments(tx, comments.comments);
    for (const { row, place } of commentRows) row.comment_id = ids[place] ?? null;
    await writeRedirects(batch, rows);
  }
  await insertItems(tx.db, rows);
}

async function outcomeOf(batch: Batch, comments: CommentBatch, prepared: Prepared): Promise<Written> {
  const { run, tx } = batch;
  const { item, own, leftOut } = prepared;
  if (leftOut !== undefined) return { leftOut };
  const twin = batch.created.get(item.key);
  if (twin && twin.label === labelOf(item)) return { leftOut: messages.twiceInSource };
  const before = await knownAs(tx.db, run, prepared);
  if (before && 'leftOut' in before) return before;
  if (own) return run.isDryRun ? { created: {}, remarks: own.remarks } : writeOwn(batch, own);
  const written = before
    ? await updateItem(batch, prepared, before.updates)
    : await (run.isDryRun ? tryItem : writeItem)(batch, comments, prepared);
  return 'leftOut' in written
    ? written
    : { ...written, remarks: [...(item.remarks ?? []), ...written.remarks] };
}

/** What the source says of a post, for comparing it with a later export. When it was changed there says nothing of what was. */
function sourceHash(item: PostItem): string {
  const { kind, title, slug, html, summary, date, status, tags, categories, language, mainImage } = item;
  const parts = [kind, title, slug, html, summary, date, status, tags, categories, language, mainImage?.url];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

const isPost = (item: SourceItem): item is PostItem => item.kind === 'post' || item.kind === 'page';

/** Why an item that was found before is left out, or the row whose post it updates; null when it is imported. */
async function knownAs(
  db: PostTransaction['db'],
  run: ImportRun,
  { item, isNew }: Prepared,
): Promise<{ leftOut: string } | { updates: EarlierItem } | null> {
  const earlier = isNew ? undefined : await itemByKey(db, item.key, run);
  if (!earlier) return null;
  if (earlier.import_id === run.id)
    return earlier.label === labelOf(item) ? { leftOut: messages.twiceInSource } : null;
  if (earlier.post_id !== null && earlier.live_post === null) {
    const isInBin = await entryOf(db, { kind: 'post', item_id: earlier.post_id });
    return isInBin ? { leftOut: messages.inBin } : null;
  }
  // Where the source does not say whose blog it is, another one may have the same names of files.
  const isSame =
    run.scope !== '' ||
    earlier.label === labelOf(item) ||
    ('date' in item && item.date !== null && item.date === earlier.post_date);
  if (!isSame) return null;
  const isChanged = isPost(item) && earlier.source_hash !== null && earlier.source_hash !== sourceHash(item);
  if (!isChanged || earlier.post_id === null) return { leftOut: messages.importedBefore };
  const since = await changesSince(db, earlier.import_id, earlier.post_id);
  const isOwn = since && since.edited === 0 && since.drafts === 0;
  return isOwn ? { updates: earlier } : { leftOut: messages.editedHere };
}

/** Replaces the text of a post that only imports have written. */
async function updateItem(
  batch: Batch,
  { item, post, position }: Prepared,
  earlier: EarlierItem,
): Promise<Written> {
  if (!isPost(item)) throw new Error('Only posts and pages are updated.');
  const prepared = await preparedPost(batch, item, post);
  const result = { isUpdate: true, became: [messages.updatedHere] };
  if (batch.run.isDryRun) return { created: {}, remarks: [...prepared.remarks], ...result };
  const row = { ...earlier, source_hash: sourceHash(item) };
  return { ...(await updatePost(batch, item, prepared, position, row)), ...result };
}

async function writeItem(
  batch: Batch,
  comments: CommentBatch,
  { item, position, post, image = null }: Prepared,
): Promise<Written> {
  switch (item.kind) {
    case 'site':
      return writeSiteItem(batch, item, position);
    case 'author':
      return writeAuthor(batch, item, position);
    case 'category':
      return writeCategory(batch, item, position);
    case 'tag':
      return writeTag(batch, item, position);
    case 'post':
    case 'page':
      return writePost(batch, item, await preparedPost(batch, item, post), position);
    case 'comment':
      return comments.add(batch, item);
    case 'attachment':
      return writeAttachment(batch, item, image, position);
    case 'redirect':
      return writeRedirect(batch, item, position);
    case 'own':
      return { leftOut: messages.ownContentOnly };
    case 'left-out':
      return { leftOut: item.reason };
  }
}

/** Only when the post was deleted between preparing and writing. */
async function preparedPost(
  { run }: Batch,
  item: PostItem,
  post: PreparedPost | undefined,
): Promise<PreparedPost> {
  const prepared = post ?? (await preparePost(run, item));
  if ('leftOut' in prepared) throw new Error(prepared.leftOut);
  return prepared;
}

/** What would become of an item, without writing anything. */
async function tryItem(batch: Batch, _comments: CommentBatch, { item, post }: Prepared): Promise<Written> {
  if (item.kind === 'own') return { leftOut: messages.ownContentOnly };
  if (item.kind === 'comment') {
    if (item.text.trim() === '') return { leftOut: messages.commentEmpty };
    const { tx, run, created } = batch;
    const isKnown =
      'address' in item.post ||
      created.has(item.post.key) ||
      (await itemByKey(tx.db, item.post.key, run)) !== undefined;
    return isKnown ? { created: {}, remarks: [] } : { leftOut: messages.postMissing };
  }
  return { created: {}, remarks: [...(post?.remarks ?? [])] };
}

function writeRedirect({ redirects }: Batch, item: RedirectItem, position: number): Written {
  redirects.push({ from: item.from, to: item.to === null ? null : { path: item.to }, position });
  return { created: {}, remarks: [] };
}

/** Adds the redirects of the whole batch; an address that cannot lead here is a remark of its item. */
async function writeRedirects({ tx, run, redirects }: Batch, rows: readonly NewItem[]): Promise<void> {
  if (redirects.length === 0) return;
  const { refused } = await addRedirects(tx.db, redirects, { importId: run.id, now: run.now });
  for (const { from, reason } of refused) {
    const position = redirects.find((redirect) => redirect.from === from)?.position;
    const row = rows.find((each) => each.position === position);
    if (!row || row.outcome === 'left-out') continue;
    const isItself = row.kind === 'redirect';
    const refusal = isItself ? messages.redirectRefused(reason) : messages.addressRefused(from, reason);
    row.reasons = [...row.reasons, refusal];
    row.outcome = isItself ? 'left-out' : 'remark';
  }
}

/** As both databases can store it. */
const storable = (text: string, max: number): string =>
  text.slice(0, max).toWellFormed().replaceAll('\0', '');

const labelOf = ({ label, key }: SourceItem): string =>
  storable(label.replace(/\s+/g, ' ').trim() || key, maxLabelLength);

function rowOf(run: ImportRun, item: SourceItem, position: number, written: Written): NewItem {
  const created: Created = 'leftOut' in written ? {} : written.created;
  const reasons = 'leftOut' in written ? [written.leftOut] : written.remarks.slice(0, maxRemarks);
  const became = 'leftOut' in written ? [] : (written.became ?? []);
  return {
    import_id: run.id,
    position,
    key: storable(item.key, maxKeyLength),
    kind: 'isUpdate' in written && written.isUpdate ? 'update' : item.kind,
    source_kind: item.sourceKind,
    label: labelOf(item),
    outcome: 'leftOut' in written ? 'left-out' : reasons.length > 0 ? 'remark' : 'imported',
    reasons: [...reasons, ...became].map((reason) => storable(reason, Number.POSITIVE_INFINITY)),
    post_id: created.post ?? null,
    comment_id: created.comment ?? null,
    other_id: created.other ?? null,
    post_version: item.kind !== 'comment' && created.post !== undefined ? (created.version ?? 1) : null,
    source_hash: isPost(item) ? sourceHash(item) : null,
  };
}
