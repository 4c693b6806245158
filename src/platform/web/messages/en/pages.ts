/**
 * Texts of public pages, posts and error messages that the server writes, in English. Texts marked "exact" are fixed by the
 * specification, odd spellings included.
 */

// Header, footer and announcement

export const searchSite = 'Search this site';
export const searchLink = 'search';
/** Exact. */
export const adminLink = 'admin';
/** Exact. */
export const loginLink = 'login';
/** `{command}` is where the name of the command is shown. */
export const lostPassword = 'Lost your password? Run {command} on the server.';
export const announcement = 'Announcement';
export const dismiss = 'Dismiss';
/** After a vote without JavaScript, on a published page. */
export const voteCounted = 'Your vote has been counted.';

// Menu, archive and topics

export const menu = 'Menu';
/** Parts of the site that the menu can link to. */
export const places = {
  home: 'Home',
  archive: 'Archive',
  topics: 'Topics',
  feed: 'feed',
  search: 'Search',
  there: 'there',
};
export const categories = 'Categories';
export const noTopics = 'There are no topics yet.';
export const pages = 'Pages';
export const pageOf = (page: string, pages: string) => `Page ${page} of ${pages}`;
export const firstPage = 'First page';
export const previousPage = 'Previous page';
export const nextPage = 'Next page';
export const lastPage = 'Last page';
export const partOf = (part: number, total: number): string => `Part ${part} of ${total}`;
export const otherPosts = 'Previous and next post';
export const previousPost = 'Previous';
export const nextPost = 'Next';

// Lists and cards

/** Exact. */
export const noPosts = 'There are current no posts for public view.';
/** Exact. */
export const checkAgain = 'Please check again another time.';
/** Instead of an empty list while the site has no administrator; `{command}` prints a new claim link. */
export const beingSetUp = {
  title: 'This blog is being set up.',
  advice:
    'If it is yours, open the link that the server printed in its terminal, or run {command} for a new one.',
};
export const category = 'Category';
export const tag = 'Tag';
/** Exact. */
export const clearFilter = '[clear]';
export const postCount = (count: number) => (count === 1 ? '1 post' : `${count} posts`);
export const layout = 'Layout';
export const layouts = { full: 'full', compact: 'compact' };

// Posts

/** Before links to translations of a post, each named in its own language. */
export const alsoIn = 'Also in:';
export const readingTime = (minutes: number) => `${minutes} min read`;
/** Exact. */
export const inactive = 'Inactive';
export const onlyVisibleToYou = 'Only you can see this post.';
export const preview = 'Preview';
export const previewTitle = (title: string) => `Preview: ${title}`;
export const typedPreviewNotice = 'This is what you typed. It is not saved.';
export const editLink = 'edit';
export const previewNotice = 'This post is not public yet. Please keep the link to yourself.';
export const previewInvitation = 'This post is not public yet. You can comment on it below the text.';
/** Under a preview link that lets readers comment. */
export const remarks = {
  title: 'Your remarks',
  intro: 'The author asks for your opinion. Only the author and people with this link see what you write.',
  paragraph: 'Paragraph',
  wholeText: 'The whole text',
  passage: 'Passage (optional)',
  remark: 'Remark',
  wording: 'Another wording for it (optional)',
  send: 'Send',
  sent: 'Thank you. The author can read your remark now.',
  answer: 'Answer of the author',
  resolved: 'Resolved',
  mark: 'Comment on this passage',
  empty: 'Please write a remark or another wording.',
  full: 'There are too many remarks already. Please tell the author.',
};
/** Exact. */
export const relatedPosts = (category: string) => `Other ${category} Items`;
export const share = 'Share';
export const linkCopied = 'Link copied';

// The content of posts

export const contents = 'Contents';
export const headingLink = (heading: string) => `Link to ${heading}`;
export const table = 'Table';
export const details = 'Details';
export const callouts = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
};
export const taskDone = 'Completed task';
export const taskOpen = 'Incomplete task';
export const footnotes = 'Footnotes';
export const footnote = (number: number) => `Footnote ${number}`;
export const backToText = (number: number) => `Back to the text of footnote ${number}`;
export const largeImage = (alt: string) => (alt ? `Large image: ${alt}` : 'Large image');
/** Below the preview of an embedded page. */
export const playerHint = (host: string): string => `Play here: loads ${host}`;
export const players = { audio: 'Audio', video: 'Video' };
export const invalidFormula = 'This formula contains an error.';
export const longFormula = 'This formula is too long to be shown.';

// Voting and comments

export const comments = 'Comments';
/** What other sites say about a post. */
export const mentions = 'Mentions';
export const reply = 'Reply';
export const replyTo = (name: string) => `Reply to ${name}`;
/** Where a comment was written: a site or a network. */
export const via = (origin: string) => `via ${origin}`;
export const fediverse = 'fediverse';
export const commentEdited = 'edited';
/** After the names of people who liked or reposted something. */
export const morePeople = (count: number) => `${count.toLocaleString('en')} more`;
/** What another site says of a post in one line. */
export const mentionLines = {
  yes: 'Attending.',
  no: 'Not attending.',
  maybe: 'Attending, maybe.',
  interested: 'Interested.',
  bookmark: 'Bookmarked this post.',
};
/** Likes and reposts on other sites. */
export const reactions = (likes: number, reposts: number) =>
  `${[
    likes > 0 && (likes === 1 ? '1 like' : `${likes.toLocaleString('en')} likes`),
    reposts > 0 && (reposts === 1 ? '1 repost' : `${reposts.toLocaleString('en')} reposts`),
  ]
    .filter(Boolean)
    .join(' and ')} elsewhere`;
/** What the owner can do with a comment on the page. */
export const ownerTools = {
  edit: 'edit',
  unapprove: 'unapprove',
  delete: 'delete',
  save: 'Save',
  cancel: 'Cancel',
  text: (name: string) => `Comment by ${name}`,
  confirmDelete: (name: string) => `Delete this comment by ${name}?`,
  confirm: 'Delete',
};
export const ownComment = {
  waiting: 'waiting for approval',
  withdraw: 'withdraw',
  confirmWithdraw: 'Withdraw this comment? Its text is deleted.',
  confirm: 'Withdraw',
};
export const parentGone =
  'The comment you are replying to is no longer there. Cancel the reply to send your text as a new comment.';
export const formSentBefore =
  'This form was sent already. To send your text as another comment, please press Submit again.';
export const authorUrlInvalid =
  'The website needs a web address such as https://example.org. You can also leave it empty.';
export const commentPages = 'Pages of comments';
export const commentTooLong = (max: number) =>
  `Error: A message can have at most ${max.toLocaleString('en')} characters.`;
export const nameTooLong = (max: number) => `A name can have at most ${max} characters.`;
export const aboutAuthor = (name: string) => `About ${name}`;
export const nameOfAuthor = 'An author of this site has this name. Please choose another one.';
export const nameReserved = "The name 'Admin' is reserved. Please choose another name.";
export const voteRateLimited = "You've voted a lot in the last minute. Please wait a moment and try again.";
export const commentsOverloaded =
  'Very many comments are being sent right now. Please keep your text and try again later.';
export const commentHoneypotFilled =
  'This looks like it was sent by a bot. Please leave the field "website" empty.';
export const commentRateLimited =
  "You've sent a lot of comments in the last few minutes. Please wait a few minutes and try again.";

// Pages and search

export const notFound = {
  title: 'Not found',
  heading: 'There is nothing here.',
  text: 'The post you are looking for was moved, renamed or never written. It happens to the best of them.',
};
export const gone = {
  title: 'Gone',
  heading: 'This post is gone.',
  text: 'It was here once, and its author took it away for good. There are others.',
};
export const failed = { title: 'Something went wrong', heading: 'That did not work.', mark: 'Oh.' };
export const backHome = 'Back to the home page';
export const search = 'Search';
export const searchFor = 'Search for';
/** What browsers say about the search of a site that they can add. */
export const searchOf = (name: string) => `Search ${name}`;
export const noResults = (query: string) => `No posts found for “${query}”. Try fewer or shorter words.`;
export const results = (count: number, query: string) =>
  count === 1 ? `1 post for “${query}”` : `${count} posts for “${query}”`;
export const feedOf = (name: string) => `Feed of ${name}`;
export const feedExplained =
  'This is a web feed. Paste its URL into a feed reader to get new posts: no account, no email, no algorithm.';
export const feedUrl = 'Feed URL';
export const otherFormats = 'Other formats:';
export const recentPosts = 'Recent posts';
export const noPostsYet = 'No posts yet.';
export const counterTitle = 'There';
export const counterDescription = 'A counter. It goes up, it goes down, and it has something to say.';
export const counterImage = 'A signpost at a winding road; behind the hills the sun is rising';
export const counterSign = 'THERE';
export const siteOverloaded = 'The site is very busy right now. Please try again in a few seconds.';

// Sign-in

export const passkeyRateLimited =
  'There were too many sign-in attempts in the last few minutes. Please wait a few minutes and try again.';

// A new site

/** What the site says until the owner has written something else. */
export const defaultDescription = 'A personal blog. Not terrible.';
export const defaultThanks = 'Thank you for stopping by. It was not terrible to have you.';
/** The preview beside the first questions. `{links}` is where the word for links is shown. */
export const firstPost = {
  title: 'A first post',
  text: 'The first lines are the hardest. After them come {links}, images and, sooner or later, readers.',
  links: 'links',
};
