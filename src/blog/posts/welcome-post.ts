import { readSetting, settleSetting } from '../../store/settings.ts';
import type { Blog } from '../blog.ts';
import { createPost } from './write-posts.ts';

/** The first post of a new site: it shows the owner the first steps. */
export const welcomePost = {
  title: 'Welcome to Your New Site',
  content: [
    '<p>It works. This is your site, and this is its first post; you are the only one who has read it so far. Make yourself at home — the kettle is on.</p>',
    '<h2>Ten minutes to make it yours</h2>',
    '<ol><li><p><strong>Sign in.</strong> Go to <a href="/login">/login</a> with the name and the password that were printed when the site first started.</p></li><li><p><strong>Choose your own password</strong> under <a href="/admin/users">Users</a>. Twelve characters or more; a short sentence is easiest to remember.</p></li><li><p><strong>Give the site its name</strong> under <a href="/admin/settings">Settings</a>: the title at the top, the lines in the footer, the color.</p></li><li><p><strong>Write something.</strong> <em>Add a post</em>, a title, a few words, and set Status to <em>Active</em> when the world may see it. Until then it is a draft that only you can open.</p></li></ol>',
    '<h2>Once you have a post</h2>',
    '<ul><li><p><strong>Categories</strong> are the shelves: <code>travel.japan</code> is the shelf <em>Japan</em> in the bookcase <em>Travel</em>. Each post stands on one. You build them under <a href="/admin/categories">Categories</a>.</p></li><li><p><strong>Tags</strong> are the labels: as many as you like, small letters and digits.</p></li><li><p><strong>Images</strong> are uploaded next to the post. The first one becomes the large one at the top; <em>Make Main</em> picks another.</p></li><li><p><strong>Comments</strong> wait for you under <a href="/admin/comments">Comments</a>. Nothing that a visitor writes is shown before you approve it.</p></li></ul>',
    '<blockquote><p>Not everything has to be brilliant. <em>Not terrible</em> is a fine place to start, and there is a button for it below every post.</p></blockquote>',
    '<p>When you are done with this page, delete it in <a href="/admin">the list of posts</a>. It will not mind.</p>',
  ].join(''),
};

/** Creates the welcome post on a new site. Only once: the owner may delete it. */
export async function createWelcomePost(blog: Blog): Promise<void> {
  if ((await readSetting(blog.db, 'welcomed')) !== undefined) return;
  // Of several processes that start at once, the one whose value is stored creates the post.
  const mine = `${process.pid}-${Math.random()}`;
  if ((await settleSetting(blog.db, 'welcomed', mine)) !== mine) return;
  await createPost(blog, { post_title: welcomePost.title, post_content: welcomePost.content, active: true });
}
