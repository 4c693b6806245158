import { describe, expect } from 'vitest';
import { databases } from '../support/databases.ts';
import { Dialogue, waitFor } from '../support/dialogue.ts';
import { findSnac } from '../support/find-snac.ts';
import { testWith } from '../support/test-with.ts';

/*
 * The blog and a real server of the fediverse. After each step both sides have to agree (`agree`): what the database and the
 * documents of the blog say, and what snac stored of it; and nothing waits on either side. snac looks into its queue every three
 * seconds, so most of the time is spent waiting, and both databases are tested at the same time.
 */

const program = findSnac();

describe.concurrent('the blog and snac2', () => {
  for (const kind of databases)
    testWith(program ? [] : ['snac2'])(`agree after every step (${kind})`, { timeout: 900_000 }, async () => {
      const d = await Dialogue.create(kind, program ?? '');
      try {
        const post = await followAndPublish(d);
        await react(d, post);
        const first = await reply(d, post);
        await edit(d, post);
        await answer(d, post, first);
        await hide(d);
        await block(d, post);
        await kill(d);
        await leave(d);
      } catch (error) {
        const logs = [d.blog.output().slice(-4000), d.snac.output().slice(-6000)];
        console.error(`${kind}:\n${logs.join('\n\n')}`);
        throw error;
      } finally {
        await d.dispose();
      }
    });
});

type Published = Awaited<ReturnType<Dialogue['write']>>;

async function followAndPublish(d: Dialogue): Promise<Published> {
  const { alice, blog, both } = d;
  // By its address, so snac asks WebFinger for the actor.
  await alice.follow(`blog@${new URL(blog.url).host}`);
  await both.agree('follow', ({ isFollower }) => isFollower);

  const post = await d.write('First post');
  const id = d.idOf(post);
  await both.agree('publish', ({ published }) => published[id]?.name === 'First post');
  expect(alice.inTimeline(id)).toBe(1);
  return post;
}

async function react(d: Dialogue, post: Published): Promise<void> {
  const { alice, both } = d;
  const id = d.idOf(post);
  // Twice, because the second Like has the same id as the first.
  for (const times of ['', ' again']) {
    await alice.like(id);
    await both.agree(`like${times}`, ({ reactions }) => reactions[id]?.likes === 1);
    await alice.boost(id);
    await both.agree(`boost${times}`, ({ reactions }) => reactions[id]?.boosts === 1);
    if (times) continue;
    await alice.unlike(id);
    await both.agree('unlike', ({ reactions }) => reactions[id]?.likes === 0);
    await alice.unboost(id);
    await both.agree('undo the boost', ({ reactions }) => reactions[id]?.boosts === 0);
  }
}

/** Returns the id of the reply, which is approved then. */
async function reply(d: Dialogue, post: Published): Promise<string> {
  const id = d.idOf(post);
  const first = await d.reply('A reply by Alice', id);
  await d.both.agree('reply', ({ replies }) => replies[first]?.inReplyTo === id);
  expect(await d.page(post)).not.toContain('A reply by Alice');
  await d.approveAll();
  expect(await d.page(post)).toContain('A reply by Alice');
  return first;
}

async function edit(d: Dialogue, post: Published): Promise<void> {
  const { alice, both } = d;
  const id = d.idOf(post);
  await d.change(post.id, { post_title: 'First post, edited', post_content: '<p>More text</p>' });
  await both.agree('edit', ({ published }) => published[id]?.name === 'First post, edited');

  const note = await d.reply('A reply that is edited', id);
  await both.agree('another reply', ({ replies }) => replies[note]);
  await d.approveAll();
  await alice.edit(note, 'A reply after the edit');
  await both.agree('edit of a reply', ({ replies }) => replies[note]?.text === 'A reply after the edit');
  // What was approved was another text.
  expect(await d.page(post)).not.toContain('A reply after the edit');
  await d.approveAll();
  expect(await d.page(post)).toContain('A reply after the edit');

  // Otherwise snac would tell no one that the reply is gone.
  alice.addFollower(d.blog.actor);
  await alice.delete(note);
  await both.agree('deletion of a reply', ({ replies }) => !replies[note]);
  expect(await d.page(post)).not.toContain('A reply after the edit');
}

async function answer(d: Dialogue, post: Published, first: string): Promise<void> {
  const { alice, both } = d;
  const { id: parent = 0 } = (await d.comment(first)) ?? {};
  const answer = await d.answer(post.id, parent, 'The owner answers');
  const id = d.answerId(answer);
  await both.agree('answer', ({ published }) => published[id]?.inReplyTo === first);
  expect(alice.inTimeline(id)).toBe(1);

  const second = await d.reply('A reply to the answer', id);
  await both.agree('reply to the answer', ({ replies }) => replies[second]?.inReplyTo === id);
  await d.approveAll();
  const { id: secondParent = 0 } = (await d.comment(second)) ?? {};
  const last = await d.answer(post.id, secondParent, 'The owner answers again');
  await both.agree(
    'answer to the reply',
    ({ published }) => published[d.answerId(last)]?.inReplyTo === second,
  );
  const html = await d.page(post);
  const texts = ['A reply by Alice', 'The owner answers', 'A reply to the answer', 'The owner answers again'];
  const places = texts.map((text) => html.indexOf(text));
  expect(places.every((place, at) => place > (places[at - 1] ?? 0))).toBe(true);

  await d.call('PUT', `/posts/comment/${last.id}`, { comment_text: 'An answer after the edit' });
  await both.agree('edit of an answer', ({ published }) =>
    String(published[d.answerId(last)]?.content).includes('An answer after the edit'),
  );
  await d.call('DELETE', `/posts/comment/${last.id}`);
  await both.agree('deletion of an answer', ({ published }) => !published[d.answerId(last)]);
}

async function hide(d: Dialogue): Promise<void> {
  const { both } = d;
  const soon = new Date(Date.now() + 8_000).toISOString();
  const scheduled = await d.write('Scheduled post', { active: false, scheduled_date: soon });
  const id = d.idOf(scheduled);
  await both.agree('schedule', ({ published }) => !published[id]);
  await both.agree('publish as scheduled', ({ published }) => published[id]);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon));

  await d.setActive(scheduled.id, 0);
  await both.agree('unpublish', ({ published }) => !published[id]);
  expect(await both.document(id)).toMatchObject({ status: 410 });
  await d.setActive(scheduled.id, 1);
  // Servers ignore objects whose id they have deleted.
  await both.agree('publish again', ({ published }) => published[d.idOf(scheduled, 2)]);
  await d.call('DELETE', `/posts/${scheduled.id}`);
  await both.agree('delete', ({ published }) => !published[d.idOf(scheduled, 2)]);
}

async function block(d: Dialogue, post: Published): Promise<void> {
  const { alice, blog, both } = d;
  const id = d.idOf(post);
  // Neither what is no reply nor what is not public becomes a comment.
  await d.sends(2, async () => {
    await alice.note('A note of its own');
    await alice.note('A private reply', id, 'private');
  });
  const known = await d.reply('Before the block', id);
  await both.agree('notes that are no comments', ({ replies }) => replies[known]);

  await d.setPerson(alice.actor, 'blocked');
  await d.sends(2, async () => {
    await alice.note('A reply of a blocked person', id);
    await alice.unlike(id);
  });
  // Taking back a like is not refused.
  await both.agree('block', ({ reactions }) => reactions[id]?.likes === 0);

  await d.setPerson(alice.actor, 'trusted');
  const trusted = await d.reply('A reply of a trusted person', id);
  await both.agree('trust', ({ replies }) => replies[trusted]);
  expect(await d.page(post)).toContain('A reply of a trusted person');

  await alice.mute(blog.actor);
  const unheard = await d.write('A post that Alice does not want to see');
  await d.call('DELETE', `/posts/${unheard.id}`);
  await both.agree('a refused post is given up', ({ published }) => !published[d.idOf(unheard)]);
  await alice.unmute(blog.actor);
}

async function kill(d: Dialogue): Promise<void> {
  const { alice, blog, snac, both } = d;
  const first = await d.write('Published before the blog was killed');
  const id = d.idOf(first);
  await blog.kill9();
  await blog.start();
  await both.agree('SIGKILL of the blog after publishing', ({ published }) => published[id]);

  await blog.kill9();
  const missed = await d.reply('While the blog was down', id);
  await alice.like(id);
  await waitFor(() => snac.output().includes('503'));
  await blog.start();
  await both.agree(
    'SIGKILL of the blog before a reply',
    ({ replies, reactions }) => replies[missed] && reactions[id]?.likes === 1,
  );

  let accepted = '';
  await d.sends(1, async () => {
    accepted = await d.reply('Accepted before the blog was killed', id);
  });
  await blog.kill9();
  await blog.start();
  await both.agree('SIGKILL of the blog after a reply', ({ replies }) => replies[accepted]);

  await snac.kill9();
  const second = await d.write('While snac was down');
  await d.change(second.id, { post_title: 'Edited while snac was down' });
  await d.call('PUT', `/posts/${first.id}`, { post_title: 'Also edited' });
  await waitFor(async () => (await both.waiting()).deliveries);
  await snac.start();
  await d.endBackoff();
  await both.agree(
    'SIGKILL of snac before a post',
    ({ published }) =>
      published[d.idOf(second)]?.name === 'Edited while snac was down' &&
      published[id]?.name === 'Also edited',
  );

  const third = await d.write('Both were killed');
  await Promise.all([blog.kill9(), snac.kill9()]);
  await Promise.all([blog.start(), snac.start()]);
  await d.endBackoff();
  await both.agree('SIGKILL of both', ({ published }) => published[d.idOf(third)]);
  expect(alice.inTimeline(d.idOf(third))).toBe(1);
}

async function leave(d: Dialogue): Promise<void> {
  const { alice, blog, both } = d;
  await alice.unfollow(blog.actor);
  await both.agree('unfollow', ({ isFollower }) => !isFollower);
  const unseen = await d.write('For no one');
  await waitFor(async () => (await both.waiting()).announcements === 0);
  expect(await both.waiting()).toMatchObject({ deliveries: 0 });
  await d.call('DELETE', `/posts/${unseen.id}`);
  await alice.follow(blog.actor);
  await both.agree('follow again', ({ isFollower }) => isFollower);
}
