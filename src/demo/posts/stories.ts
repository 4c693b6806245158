import { code, type DemoPost, html } from '../post.ts';

export const stories: DemoPost[] = [
  {
    title: 'Learning Rust by Rewriting My Alarm Clock',
    category: 'code.rust',
    tags: ['rust', 'learning', 'morning'],
    daysAgo: 110,
    active: true,
    votes: 40,
    pictures: [{ scene: 'desk', seed: 2, alt: 'A desk at night, a lamp lit, an open notebook' }],
    content: html(
      '<p>My alarm clock is a small computer on the shelf that reads the time aloud in the voice of a disappointed butler. It had been written in an evening, in a hurry, in three languages. I decided to rewrite it in a fourth.</p>',
      '<h2>Day one: the compiler and I are introduced</h2>',
      '<p>It said <em>no</em>. Then it explained why, with little arrows, more patiently than any teacher I have had. I had tried to lend a <code>String</code> to two people at the same time.</p>',
      code(
        'rust',
        `#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Minute(u16);

impl Minute {
    fn new(hour: u16, minute: u16) -> Option<Self> {
        (hour < 24 && minute < 60).then_some(Self(hour * 60 + minute))
    }

    fn until(self, other: Minute) -> u16 {
        (other.0 + 24 * 60 - self.0) % (24 * 60)
    }
}`,
      ),
      '<p>Look at <code>new</code>. There is <strong>no way to make an alarm for 25:61</strong>. The old program had that alarm; it rang, if that is the word, once, in a dream.</p>',
      '<h2>Day four: I stop arguing</h2>',
      '<p>Somewhere in the middle of the week I noticed that I was no longer fighting. The compiler asked “and what if the speaker is not plugged in?” and I thought: <u>well, what <em>if</em></u>? Nobody had ever asked the old clock that. It had simply been silent, and I had simply been late.</p>',
      '<h2>Day seven: morning</h2>',
      '<p>It rang. It was exactly seven. The butler was as disappointed as ever, but now he was disappointed <span style="color: #5319e7;">without allocating</span>.</p>',
    ),
    comments: [
      { name: 'Night owl', text: 'Does it have snooze?', approved: true, daysAgo: 109 },
      {
        admin: true,
        text: 'It returns Option<Snooze>. In practice it is None.',
        approved: true,
        daysAgo: 109,
      },
    ],
  },
  {
    title: 'The Bug That Only Happened on Tuesdays',
    category: 'code.stories',
    tags: ['bugs', 'stories', 'time'],
    daysAgo: 171,
    active: true,
    votes: 134,
    pictures: [{ scene: 'rain', seed: 1, alt: 'A wet window with pink and violet lights behind it' }],
    content: html(
      '<p>A customer wrote that the report came out empty. It was a Tuesday. We looked on Wednesday: the report was fine. We wrote a polite answer containing the word “cache”.</p>',
      '<p>The next Tuesday she wrote again.</p>',
      '<h2>Theories</h2>',
      '<ol><li><p><strong>It is the backup.</strong> The backup ran on Mondays.</p></li><li><p><strong>It is her browser.</strong> Her browser was ours.</p></li><li><p><strong>It is the moon.</strong> Proposed in jest on the second Tuesday, and with a spreadsheet on the fourth.</p></li><li><p><strong>It is the time zone.</strong> It is always the time zone. It was not the time zone.</p></li></ol>',
      '<p>We logged everything. We logged so much that on the fifth Tuesday the disk was full, and for one glorious hour we thought that <em>this</em> was the bug.</p>',
      '<h2>Tuesday</h2>',
      '<p>On the sixth I drove out and sat next to her. At ten o’clock she made coffee. At ten past she took the report, as she did every Tuesday, and typed the day into the filter, because it was for the Tuesday meeting and she had always done so. She typed <code>Tue</code>.</p>',
      '<p>Our search box was helpful. It completed words. It knew the names of two hundred customers, and one of them, far down the list, who had ordered <u>nothing, ever</u>, traded as <code>Tue &amp; Daughters</code>.</p>',
      '<blockquote><p>It had filtered the report to the customer who never ordered anything. The report was empty. The report was <strong>right</strong>.</p></blockquote>',
      '<h2>What I took home</h2>',
      '<p>Nothing was broken. Every part did what it was meant to do, and did it well, and the sum was a person who could not do her work for six weeks. Since then I have two rules. The first: <span style="background-color: #fef2c0;">go and sit next to the person</span>. You will learn more in ten minutes than from any log. The second: an empty page should always say <em>why</em> it is empty.</p>',
      '<p>The search box now says: “Nothing found for the customer <em>Tue &amp; Daughters</em>. Show everything?” It is the best line of code I have written, and it is not code.</p>',
    ),
    comments: [
      {
        name: 'Off by one',
        text: 'I had one that only happened in the lift. Same lesson, fewer floors.',
        approved: true,
        daysAgo: 170,
      },
      { name: 'A reader', text: 'Did they ever order anything?', approved: true, daysAgo: 168 },
      {
        admin: true,
        text: 'A single stapler, the year after. We framed the invoice.',
        approved: true,
        daysAgo: 168,
      },
    ],
  },
];
