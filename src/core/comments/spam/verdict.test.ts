import { describe, expect, test } from 'vitest';
import { type Counts, spamLikelihood } from './bayes.ts';
import { type Signals, spamVerdict } from './verdict.ts';
import { featuresOf } from './words.ts';

const nothing = new Map<string, Counts>();
const untrained = { fine: 0, spam: 0 };
const on = (
  comment_text: string,
  signals: Signals = {},
  known: Map<string, Counts> = nothing,
  samples = untrained,
) => spamVerdict(featuresOf({ user_name: 'Ada', comment_text }), signals, known, samples);

/** A filter trained on these texts. */
function trained(fine: string[], spam: string[]) {
  const known = new Map<string, Counts>();
  const train = (as: 'fine' | 'spam') => (text: string) => {
    for (const word of featuresOf({ user_name: 'Ada', comment_text: text }).words) {
      const counts = known.get(word) ?? { fine: 0, spam: 0 };
      counts[as]++;
      known.set(word, counts);
    }
  };
  fine.forEach(train('fine'));
  spam.forEach(train('spam'));
  return { known, totals: { fine: fine.length, spam: spam.length } };
}

const walks = [
  'What a lovely walk by the sea, thank you for the photographs',
  'I walked there last summer, the sea was lovely',
  'Thank you, the photographs of the harbour are wonderful',
  'Which camera did you take for the photographs of the sea?',
];
const casino = [
  'Win big at the best online casino, free spins for you',
  'The best casino bonus online, claim free spins now',
  'Online casino: free bonus and free spins, win now',
  'Claim the casino bonus, best odds online for you',
];

describe('words', () => {
  const { known, totals } = trained(walks, casino);
  const likelihood = (text: string, of = totals) =>
    spamLikelihood(featuresOf({ user_name: 'Ada', comment_text: text }), known, of).likelihood;

  test('separate deleted from approved comments', () => {
    expect(likelihood('Free spins at our online casino bonus')).toBeGreaterThan(0.95);
    expect(likelihood('The photographs of the sea are lovely, thank you')).toBeLessThan(0.4);
  });

  test('are neutral when unknown or contradictory', () => {
    const untaught = likelihood('Quantum chromodynamics binds quarks', untrained);
    expect(Math.abs(likelihood('Quantum chromodynamics binds quarks') - untaught)).toBeLessThan(0.1);
    const mixed = 'lovely casino, sea spins';
    expect(Math.abs(likelihood(mixed) - likelihood(mixed, untrained))).toBeLessThan(0.25);
  });

  test('of one kind only do not tip the filter', () => {
    const topic = 'An observatory with a telescope, for astronomers';
    const spamOnly = trained([], Array<string>(200).fill(topic));
    expect(on(topic, {}, spamOnly.known, spamOnly.totals).verdict).toBe(0);
    const fineOnly = trained(Array<string>(200).fill(casino.join(' ')), []);
    expect(on(casino[0] ?? '', {}, fineOnly.known, fineOnly.totals)).toEqual(on(casino[0] ?? ''));
  });

  test('that any text has are no signs', () => {
    const filler = 'in for the and with your that';
    const one = trained(walks, Array<string>(50).fill(filler));
    expect(on(filler, {}, one.known, one.totals)).toEqual({ verdict: 0, reasons: [] });
  });

  test('give a probability between 0 and 1 after extensive training', () => {
    const many = new Map(
      Array.from({ length: 100 }, (_, index) => [`word${index}`, { fine: 0, spam: 1_000_000 }] as const),
    );
    const { likelihood: sure } = spamLikelihood({ words: [...many.keys()], prior: 0, signs: [] }, many, {
      fine: 1_000_000,
      spam: 1_000_000,
    });
    expect(sure).toBeGreaterThan(0.99);
    expect(sure).toBeLessThanOrEqual(1);
  });

  test('are named in the reason, the most significant first', () => {
    const { verdict, reasons } = on('Free casino spins online', {}, known, totals);
    expect(verdict).toBeGreaterThan(0);
    expect(reasons).toEqual([expect.stringMatching(/^words common in spam: (\w+, ){2}\w+$/)]);
    expect(reasons[0]).toContain('casino');
  });

  test('of approved comments outweigh a few links', () => {
    const text =
      'Lovely sea, thank you for the photographs: https://a.example https://b.example https://c.example';
    expect(on(text, { seconds: 1 }).verdict).toBeGreaterThan(0);
    expect(on(text, { seconds: 1 }, known, totals).verdict).toBe(0);
  });
});

test('the website of deleted comments is a sign of spam, whatever the text says', () => {
  const samples = { fine: 20, spam: 60 };
  const known = new Map([['site:shop.example', { fine: 0, spam: 60 }]]);
  const verdict = (author_url: string) =>
    spamVerdict(
      featuresOf({ user_name: 'Ada', comment_text: 'Quantum chromodynamics binds quarks', author_url }),
      {},
      known,
      samples,
    );
  expect(verdict('https://shop.example/b')).toEqual({
    verdict: 2,
    reasons: ['words common in spam: shop.example'],
  });
  expect(verdict('https://ada.example').verdict).toBe(0);
});

describe('without training', () => {
  test.each([
    ['Claim your spins: the best casino bonus online at https://casino.example', 2],
    ['Order cheap viagra without prescription', 1],
    ['Kredit ohne Schufa, kontaktieren Sie uns per WhatsApp', 1],
    ['شراء فياجرا بدون وصفة طبية', 1],
    ['Amazing! Thanks for sharing.', 0],
    ['Our bank refused the loan, so we rent.', 0],
  ])('%j', (text, verdict) => expect(on(text).verdict).toBe(verdict));

  test.each([
    ['nothing suspicious', 'A plain word of thanks', {}, 0, []],
    ['one link', 'I wrote about that last year: https://a.example', {}, 0, []],
    ['two links', 'Last year both https://a.example and https://b.example were down', {}, 0, ['2 links']],
    [
      'nothing but links',
      'https://a.example https://b.example https://c.example',
      {},
      1,
      ['written like usual spam', '3 links'],
    ],
    ['haste alone', 'Hello there', { seconds: 1 }, 0, ['sent 1 second after the page was opened']],
    ['no haste', 'Hello there', { seconds: 3 }, 0, []],
    ['a form that was never loaded', 'Hello there', { seconds: null }, 0, ['sent without opening the page']],
    ['one copy', 'Hello there', { copies: 1 }, 1, ['the same text was sent once in the last 30 days']],
    ['many copies', 'Hello there', { copies: 9 }, 2, ['the same text was sent 9 times in the last 30 days']],
    [
      'code, links and haste',
      '[url=https://a.example]a[/url] https://b.example https://c.example',
      { seconds: 0 },
      2,
      [
        'written like usual spam',
        '3 links',
        'sent 0 seconds after the page was opened',
        'links as HTML or BBCode',
      ],
    ],
  ] as const)('%s', (_, text, signals, verdict, reasons) => {
    expect(on(text, signals)).toEqual({ verdict, reasons });
  });
});
