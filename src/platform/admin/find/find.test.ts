import { expect, test } from 'vitest';
import { matching, screensAndSettings } from './find.ts';

const navigation = [
  {
    name: 'Settings',
    links: [
      {
        group: 'Settings',
        place: 10,
        path: 'settings/language',
        name: 'Language',
        settings: async () => [{ label: 'Time zone', hint: 'Dates are shown in it.' }],
      },
      { group: 'Settings', place: 20, path: 'settings/mail', name: 'Mail', keywords: 'smtp server' },
    ],
  },
];

test.each([
  ['time zone', ['Time zone']],
  ['zone TI', ['Time zone']],
  ['dates', ['Time zone']],
  ['smtp', ['Mail']],
  ['ma', ['Mail']],
  ['settings', ['Language', 'Mail']],
  ['zones of the world', ['Time zone']],
  ['change the zone', ['Time zone']],
  ['set up a server for mails', ['Mail']],
  ['nothing of it', []],
])('"%s" finds %j', async (query, names) => {
  const found = matching(await screensAndSettings(navigation), query);
  expect(found.map(({ name }) => name)).toEqual(names);
});

test('a compound and a sentence without spaces find their words', () => {
  const all = [
    { name: 'Kontakt-E-Mail', context: '' },
    { name: 'Verbindungen', context: '', words: 'mailserver testmail' },
    { name: 'ロゴと画像', context: '' },
    { name: 'ユーザー', context: '', words: '2人目の著者 追加' },
  ];
  const found = (query: string) => matching(all, query).map(({ name }) => name);
  expect(found('Mailserver einrichten')).toEqual(['Verbindungen']);
  expect(found('ロゴを変更')).toEqual(['ロゴと画像']);
  expect(found('著者を追加する')).toEqual(['ユーザー']);
});

test('names come before other words', () => {
  const all = [
    { name: 'Export', context: '', words: 'backup' },
    { name: 'Backups', context: '' },
  ];
  expect(matching(all, 'backup').map(({ name }) => name)).toEqual(['Backups', 'Export']);
});

test('a setting leads to its screen', async () => {
  expect(matching(await screensAndSettings(navigation), 'time')[0]).toMatchObject({
    url: '/admin/settings/language',
    setting: 'Time zone',
    context: 'Settings › Language',
  });
});
