import { changeProfile, listProfiles } from '../src/core/accounts/profiles/profiles.ts';
import { categoryByPath } from '../src/core/posts/terms/store/categories.ts';
import { changePost, createPost } from '../src/core/posts/write-posts.ts';
import type { MenuChange } from '../src/core/site/api/menu.ts';
import { changeMenu, menuForOwner } from '../src/core/site/menu.ts';
import { changeAnnouncement, changeSite } from '../src/core/site/site.ts';
import type { Blog } from '../src/platform/blog.ts';
import type { Viewer } from '../src/platform/http/viewer.ts';
import { type DemoPage, readDemoPages, replaceImages } from './posts.ts';
import { uploadImages } from './upload-images.ts';

/** What the owner of the demo has set up: name, author, pages, menu and announcement. Can be repeated. */
export async function fillSite(blog: Blog, owner: Viewer): Promise<void> {
  await changeSite(blog, {
    site_name: 'Tea & Timetables',
    site_description: 'Slow trains, slow bread and short programs: notes from the window seat.',
    thank_you_line: 'Thank you for stopping by. It was not terrible to have you.',
    fan_site_url: 'https://example.org/',
    fan_site_label: 'The fan site',
    contact_email: 'hello@example.org',
  });
  await changeAnnouncement(blog, {
    title: 'This is a demo.',
    message:
      'Look around, then [sign in](/login) as admin with the password demo-password: the bar at the top says what to try.',
    active: true,
  });
  await fillProfile(blog, owner);
  const pages = new Map<string, number>();
  for (const page of readDemoPages()) pages.set(page.path, await fillPage(blog, page));
  await fillMenu(blog, pages);
}

/** A pen name, because the demo has no author. */
async function fillProfile(blog: Blog, owner: Viewer): Promise<void> {
  const [profile] = await listProfiles(blog, owner);
  if (!profile) return;
  await changeProfile(blog, owner, profile.id, {
    display_name: 'Marmalade',
    bio: '<p>Writes between two stations. Reads every comment, answers most of them, and owns <em>good socks</em>.</p>',
    links: [{ label: 'Elsewhere', url: 'https://example.org/' }],
  });
}

/** Active only once it is complete, like posts: fill.ts removes inactive ones of an interrupted run. */
async function fillPage(blog: Blog, page: DemoPage): Promise<number> {
  const existing = await blog.db
    .selectFrom('posts')
    .select('id')
    .where('post_title_web', '=', page.path)
    .executeTakeFirst();
  if (existing) return existing.id;
  const { id } = await createPost(blog, {
    kind: 'page',
    post_title: page.title,
    post_title_web: page.path,
    post_content: '',
    active: false,
  });
  const urls = await uploadImages(blog, id, page.images);
  await changePost(blog, id, { post_content: replaceImages(page.content, (file) => urls.get(file) ?? '') });
  await changePost(blog, id, { active: true });
  return id;
}

async function fillMenu(blog: Blog, pages: ReadonlyMap<string, number>): Promise<void> {
  const { version } = await menuForOwner(blog);
  // The owner of the demo may have changed it since.
  if (version > 0) return;
  const category = async (path: string) => {
    const found = await categoryByPath(blog.db, path);
    return found ? [{ label: '', target: { kind: 'category' as const, id: found.id } }] : [];
  };
  const page = (path: string) => {
    const id = pages.get(path);
    return id === undefined ? [] : [{ label: '', target: { kind: 'page' as const, id }, children: [] }];
  };
  const place = (name: 'archive' | 'topics' | 'feed' | 'there') => ({
    label: '',
    target: { kind: 'place' as const, place: name },
    children: [],
  });
  const trips = [
    ...(await category('travel.trains')),
    ...(await category('travel.islands')),
    ...(await category('travel.japan')),
  ];
  const group: MenuChange['header'] =
    trips.length > 0 ? [{ label: 'Travel', target: null, children: trips }] : [];
  await changeMenu(blog, {
    version,
    header: [...group, place('archive'), place('topics'), ...page('/about')],
    footer: [...page('/about/colophon'), place('feed'), place('there')],
    footer_text: '<p>Made with a kettle, a window seat and <strong>Not Terrible</strong>.</p>',
  });
}
