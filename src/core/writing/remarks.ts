import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { blocksOf } from '../../content/document/compare/html-tokens.ts';
import { plainText } from '../../content/document/text.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { inTransaction, lockName } from '../../platform/db/transaction.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ReaderProblem } from '../../platform/http/reader-problem.ts';
import { ipKey, networkKey } from '../../platform/http/request/visitor-keys.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { startJobs } from '../../platform/jobs/add-job.ts';
import { noSuchRemark, previewUnavailable } from '../../platform/messages/owner.ts';
import { checkRateLimits, countComment } from '../comments/rate-limits.ts';
import { seePost } from '../posts/posts.ts';
import type { NewRemark, OwnRemark, Remark, Remarks } from './api.ts';
import { openPreview } from './previews.ts';
import { findPassage, proposedParagraph, squeezed } from './rules/passages.ts';
import * as store from './store/remarks.ts';

/** Of one link. */
const maxRemarks = 300;
const keyLength = 12;

type Paragraph = { key: string; text: string; html: string };

/** The blocks of a text that have words. A key follows from the words, so that it is not that of another block after a save. */
const paragraphsOf = (content: string): Paragraph[] =>
  blocksOf(content)
    .map((html) => ({ html, text: squeezed(plainText(html)) }))
    .filter(({ text }) => text !== '')
    .map((block) => ({
      ...block,
      key: createHash('sha256').update(block.text).digest('base64url').slice(0, keyLength),
    }));

async function openLink(blog: Blog, token: string) {
  const opened = await openPreview(blog, token);
  // The link of a public post leads to the post.
  if (opened.preview.remarks === 0 || opened.post.active === 1)
    throw new Problem('not_found', previewUnavailable);
  return opened;
}

/** Null if people with the link cannot comment on the post. */
export async function remarksAt(blog: Blog, token: string): Promise<Remarks | null> {
  const { preview, post } = await openPreview(blog, token);
  if (preview.remarks === 0) return null;
  const found = await store.remarksOf(blog.db, post.id, preview.id);
  return {
    remarks: found.map(presented),
    paragraphs: paragraphsOf(post.post_content).map(({ key, text }) => ({ key, text })),
  };
}

/** Stores what a reader says, for the author alone. The rate limits are those of comments. */
export async function addRemark(
  blog: Blog,
  token: string,
  input: NewRemark,
  address: string,
): Promise<Remark> {
  const { preview, post } = await openLink(blog, token);
  const [name, remark, wording] = [input.name.trim(), input.remark.trim(), input.wording.trim()];
  const quote = input.quote.trim();
  const paragraphs = paragraphsOf(post.post_content);
  const chosen =
    paragraphs.find(({ key }) => key === input.paragraph) ??
    paragraphs[
      findPassage(
        { paragraph: '', quote },
        paragraphs.map(({ text }) => text),
      ) ?? -1
    ];
  const paragraph = chosen?.text ?? '';
  const proposal = chosen ? proposedParagraph({ paragraph, quote }, wording) : '';
  // A wording without a paragraph is not lost.
  const words = proposal === '' && wording !== '' && !chosen ? squeezed(`${remark} ${wording}`) : remark;
  if (words === '' && proposal === '') throw new ReaderProblem('invalid', ({ remarks }) => remarks.empty);
  const from = { address: ipKey(blog, address), network: networkKey(blog, address) };
  const date = nowIso(blog);
  const said = { name, quote, remark: words, proposal, paragraph };
  const added = await inTransaction(blog.db, async (tx) => {
    await lockName(tx, 'comments');
    const earlier = await store.remarksOf(tx, post.id, preview.id);
    const last = earlier.at(-1);
    // A double click sends the form twice.
    if (last && isDeepStrictEqual({ ...last, ...said }, { ...last })) return { stored: last, hasJobs: false };
    await checkRateLimits(blog, tx, from);
    if (earlier.length >= maxRemarks) throw new ReaderProblem('too_many', ({ remarks }) => remarks.full);
    await countComment(tx, from, date);
    const stored = await store.insertRemark(tx, {
      ...{ post_id: post.id, preview_id: preview.id, ...said, date },
      ...{ paragraph_html: chosen?.html ?? '', answer: '', resolved: 0 },
    });
    let hasJobs = false;
    for (const { on } of blog.features) hasJobs = (await on?.remarkAdded?.(blog, tx, post)) || hasJobs;
    return { stored, hasJobs };
  });
  if (added.hasJobs) startJobs(blog);
  return presented(added.stored);
}

const presented = ({ paragraph_html: _, ...remark }: store.StoredRemark): Remark => {
  const { post_id: _post, preview_id: _preview, ...shown } = remark;
  return { ...shown, resolved: remark.resolved === 1 };
};
const presentedToOwner = (remark: store.StoredRemark): OwnRemark => ({
  ...presented(remark),
  paragraph_html: remark.paragraph_html,
});

export async function remarksOfPost(blog: Blog, viewer: Viewer, postId: number): Promise<OwnRemark[]> {
  await seePost(blog, viewer, postId);
  return (await store.remarksOf(blog.db, postId)).map(presentedToOwner);
}

export async function changeRemark(
  { db }: Blog,
  postId: number,
  id: number,
  { answer, resolved }: { answer: string; resolved: boolean },
): Promise<OwnRemark> {
  const change = { answer: answer.trim(), resolved: resolved ? 1 : 0 };
  const changed = await store.changeRemark(db, postId, id, change);
  if (!changed) throw new Problem('not_found', noSuchRemark);
  return presentedToOwner(changed);
}
