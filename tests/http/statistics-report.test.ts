import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  ListedName,
  PostStatistics,
  SeriesName,
  SparklineOfPost,
  StatisticsOfLists,
  StatisticsReport,
} from '../../src/features/statistics/api/report.ts';
import { addDays } from '../../src/features/statistics/plots/days.ts';
import { addStatistics, type StatisticsRow } from '../../src/features/statistics/store/statistics.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { addSubscriber, noServer } from '../support/mail-rows.ts';

const path = '/webapi/api/admin/statistics';

onEachDatabase('statistics for the owner', { always: 'Sums are made in SQL.' }, (kind) => {
  let site: ApiSite;
  let today: string;
  beforeAll(async () => {
    site = await apiSite(kind, noServer);
    today = (await report()).days.at(-1) ?? '';
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const report = async (query = '') => (await site.admin.get<StatisticsReport>(`${path}${query}`)).body;
  const seriesOf = ({ series }: Pick<StatisticsReport, 'series'>, name: SeriesName) => {
    const found = series.find((one) => one.name === name);
    if (!found) throw new Error(`No series ${name}`);
    return found;
  };
  const add = (...rows: Partial<StatisticsRow>[]) =>
    addStatistics(
      site.blog.db,
      rows.map((row) => ({ day: today, kind: 'site', name: '', views: 1, visitors: 1, ...row })),
    );

  test('a new site has days without numbers, and events of zero', async () => {
    const empty = await report('?period=7');
    expect(empty).toMatchObject({ is_on: true, since: null });
    expect(empty.days).toHaveLength(7);
    expect(seriesOf(empty, 'views')).toMatchObject({
      values: Array(7).fill(null),
      total: 0,
      total_before: null,
    });
    expect(seriesOf(empty, 'votes')).toMatchObject({ values: Array(7).fill(0), total: 0, total_before: 0 });
    expect(empty.plot).toMatch(/^<svg .*role="img" aria-label="[^"]+"/);
    expect((await site.admin.get<StatisticsOfLists>(`${path}/lists?period=7`)).body.pages).toEqual([]);
  });

  test('days are those of the time zone of the site', async () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await site.admin.put('/webapi/api/admin/site', { time_zone: zone });
      const expected = Temporal.Now.plainDateISO(zone).toString();
      expect((await report()).days.at(-1)).toBe(expected);
    }
    await site.admin.put('/webapi/api/admin/site', { time_zone: 'UTC' });
  });

  test('votes, comments and subscribers are counted on the day they came', async () => {
    const post = await site.createPost({ active: true });
    const other = await site.createPost({ active: true });
    const noon = (ago: number) => `${addDays(today, -ago)}T12:00:00.000Z`;
    const vote = (post_id: number, address: string, date_added: string) =>
      site.blog.db.insertInto('votes').values({ post_id, address, date_added }).execute();
    for (const [index, ago] of [0, 0, 6, 7, 13, 14].entries()) await vote(post.id, `a${index}`, noon(ago));
    await vote(other.id, 'a', noon(1));
    for (const approved of [1, 0])
      await site.blog.db
        .insertInto('comments')
        .values({ post_id: post.id, user_name: 'Ada', comment_text: 'Text', date_added: noon(2), approved })
        .execute();
    await addSubscriber(site.blog.db, 'reader@example.org');

    const week = await report('?period=7');
    expect(seriesOf(week, 'votes')).toMatchObject({
      values: [1, 0, 0, 0, 0, 1, 2],
      before: [1, 0, 0, 0, 0, 0, 1],
      total: 4,
      total_before: 2,
    });
    expect(seriesOf(week, 'comments').values).toEqual([0, 0, 0, 0, 1, 0, 0]);
    const ofPost = (await site.admin.get<PostStatistics>(`${path}/posts/${post.id}?period=7`)).body;
    expect(seriesOf(ofPost, 'votes').values).toEqual([1, 0, 0, 0, 0, 0, 2]);
    expect(ofPost.series.map(({ name }) => name)).not.toContain('subscribers');
    expect(seriesOf(week, 'subscribers')).toMatchObject({ values: expect.any(Array) });
  });

  test('views and visitors are compared with the period before once it was counted as a whole', async () => {
    await add({ views: 30, visitors: 20 }, { day: addDays(today, -6), views: 5, visitors: 5 });
    const young = seriesOf(await report('?period=7'), 'views');
    expect(young).toMatchObject({ values: [5, 0, 0, 0, 0, 0, 30], total: 35, total_before: null });
    await add({ day: addDays(today, -13), views: 70 }, { day: addDays(today, -14), views: 1000 });
    const week = await report('?period=7');
    expect(seriesOf(week, 'views')).toMatchObject({ total: 35, total_before: 70 });
    expect(week.since).toBe(addDays(today, -14));
    expect(week.plot).toContain('Views: 35, 50% less than in the 7 days before');
    expect(week.plot).toContain('class="views before"');
  });

  test('the plot has the chosen series, and dates in the chosen language', async () => {
    const { plot } = await report('?period=7&series=votes,comments,nonsense&language=de-DE');
    expect(plot).toContain('class="votes"');
    expect(plot).toContain('class="comments"');
    expect(plot).not.toContain('class="views"');
    expect(plot).toContain('aria-label="');
    const month = new Intl.DateTimeFormat('de-DE', { month: 'long', timeZone: 'UTC' }).format(
      new Date(today),
    );
    expect(plot).toContain(month);
  });

  test.each([
    '?period=8',
    '?period=',
    '?language=x',
    `?language=${'a'.repeat(36)}`,
    `?series=${'views,'.repeat(50)}`,
    '/lists?period=1000',
    '/sparklines',
    '/sparklines?ids=a',
    `/sparklines?ids=${Array(101).fill(1)}`,
    '/files/days/8',
    '/files/passwords/7',
  ])('%s is refused', async (query) => {
    expect((await site.admin.get(`${path}${query}`)).status).toBe(400);
  });

  describe('lists', () => {
    const listOf = async (name: keyof StatisticsOfLists, period = '7') =>
      (await site.admin.get<StatisticsOfLists>(`${path}/lists?period=${period}`)).body[name];

    test('name posts by their title and know deleted ones', async () => {
      const post = await site.createPost({ post_title: 'Sea & <sand>', active: true });
      await add(
        { kind: 'page', name: `post:${post.id}`, views: 50 },
        { kind: 'page', name: 'post:999999', views: 40 },
        { kind: 'page', name: '/archive', views: 30 },
        { kind: 'page', name: '…', views: 20 },
        { kind: 'page', name: `post:${post.id}`, day: addDays(today, -6), views: 1 },
        { kind: 'page', name: `post:${post.id}`, day: addDays(today, -7), views: 1 },
      );
      const none = { post_id: null, title: null, url: null };
      expect(await listOf('pages')).toEqual<ListedName[]>([
        {
          name: `post:${post.id}`,
          views: 51,
          visitors: 2,
          post_id: post.id,
          title: 'Sea & <sand>',
          url: `/post/${post.post_title_web}`,
        },
        { ...none, name: 'post:999999', views: 40, visitors: 1 },
        { ...none, name: '/archive', views: 30, visitors: 1, url: '/archive' },
        { ...none, name: '…', views: 20, visitors: 1 },
      ]);
    });

    test('subscribers of a feed are not added up over days', async () => {
      await add(
        { kind: 'feed', name: '/feed.xml', views: 9, visitors: 40 },
        { kind: 'feed', name: '/feed.xml', views: 9, visitors: 42, day: addDays(today, -1) },
      );
      expect(await listOf('feeds')).toMatchObject([{ name: '/feed.xml', views: 18, visitors: 42 }]);
    });

    test('have ten names at most', async () => {
      await add(
        ...Array.from({ length: 30 }, (_, n) => ({ kind: 'referrer' as const, name: `${n}.example` })),
      );
      expect(await listOf('referrers')).toHaveLength(10);
    });

    test('are the same whether days or names are read one by one', async () => {
      const names = Array.from({ length: 250 }, (_, n) => ({
        kind: 'missing' as const,
        name: `/${n}`,
        views: 1 + ((n * 37) % 250),
      }));
      await add(...names, { kind: 'missing', name: '/7', views: 1000, day: addDays(today, -40) });
      const week = await listOf('missing');
      const year = await listOf('missing', '365');
      expect(week.map(({ views }) => views)).toEqual([250, 249, 248, 247, 246, 245, 244, 243, 242, 241]);
      expect(year[0]).toMatchObject({ name: '/7', views: 1010 });
      expect(year.slice(1)).toEqual(week.slice(0, 9));
    });

    test('of a year are made once in a minute', async () => {
      await listOf('bots', '365');
      await add({ kind: 'bot', name: 'search' });
      expect(await listOf('bots', '365')).toEqual([]);
      expect(await listOf('bots', '7')).toHaveLength(1);
    });
  });

  test('sparklines have a line and the sum of 30 days for each post that was asked for', async () => {
    const [read, unread] = [await site.createPost(), await site.createPost()];
    await add(
      { kind: 'page', name: `post:${read.id}`, views: 3 },
      { kind: 'page', name: `post:${read.id}`, views: 4, day: addDays(today, -29) },
      { kind: 'page', name: `post:${read.id}`, views: 99, day: addDays(today, -30) },
    );
    const { body } = await site.admin.get<SparklineOfPost[]>(
      `${path}/sparklines?ids=${unread.id},${read.id}`,
    );
    expect(body.map(({ id, views }) => ({ id, views }))).toEqual([
      { id: unread.id, views: 0 },
      { id: read.id, views: 7 },
    ]);
    expect(body[1]?.plot).toMatch(/^<svg .*<path d="M0 8L/);
  });

  test('the numbers of a post that does not exist are not found', async () => {
    expect((await site.admin.get(`${path}/posts/999999`)).status).toBe(404);
  });

  test('off: sparklines are empty and the report says so; the numbers stay', async () => {
    const { total } = seriesOf(await report(), 'views');
    expect((await site.admin.put(`${path}/settings`, { isOn: false })).body).toEqual({ isOn: false });
    const post = await site.createPost();
    expect((await site.admin.get(`${path}/sparklines?ids=${post.id}`)).body).toEqual([]);
    const off = await report();
    expect(off.is_on).toBe(false);
    expect(seriesOf(off, 'views').total).toBe(total);
    await site.admin.put(`${path}/settings`, { isOn: true });
    expect((await report()).is_on).toBe(true);
  });

  describe('CSV', () => {
    const file = async (name: string) => {
      const { headers, text } = await site.admin.get(`${path}/files/${name}`);
      return { headers, text };
    };

    test('has a line for each day, with a column for each series', async () => {
      const { headers, text } = await file('days/7');
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="statistics-days-${addDays(today, -6)}-${today}.csv"`,
      );
      const lines = text.trimEnd().split('\r\n');
      expect(lines[0]).toBe('day,views,visitors,votes,comments,subscribers');
      expect(lines).toHaveLength(8);
      const { series } = await report('?period=7');
      expect(lines.at(-1)).toBe([today, ...series.map(({ values }) => values.at(-1))].join(','));
    });

    test('cannot become a formula in a spreadsheet', async () => {
      await add(
        { kind: 'search', name: '=cmd|"/c calc"!A1', views: 2 },
        { kind: 'search', name: '@sum(a1)', views: 1 },
      );
      const post = await site.createPost({ post_title: '+1+1', active: true });
      await add({ kind: 'page', name: `post:${post.id}`, views: 500 });
      expect((await file('searches/7')).text).toBe(
        'name,views,visitors\r\n"\'=cmd|""/c calc""!A1",2,1\r\n\'@sum(a1),1,1\r\n',
      );
      expect((await file('pages/7')).text).toContain(`/post/${post.post_title_web},'+1+1,500,1\r\n`);
    });

    test('has all names, not only those of the screen', async () => {
      expect((await file('referrers/7')).text.trimEnd().split('\r\n')).toHaveLength(31);
    });
  });
});
