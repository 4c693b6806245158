export const firstPage = 5;
export const pageStep = 5;
export const relatedSize = 5;
export const maxPageSize = 100;
export const maxOffset = 1_000_000;
/** Behind this, a search shows nothing. */
export const maxSearchOffset = 1_000;
export const sessionPollMs = 10_000;
export const commentMin = 4;
export const maxCommentLength = 5_000;
export const maxNameLength = 50;
/** How many comments a post carries in API responses, and a call for its comments returns at once. */
export const commentsAtOnce = 500;
/** How many threads and how many comments a page of comments shows at most. */
export const threadsPage = 50;
export const commentsPage = 100;
/** How many mentions by other sites a page shows. */
export const mentionsPage = 100;
/** How many comments of the moderation queue can be selected at once, and how many of them one call changes. */
export const maxQueueSnapshot = 100_000;
export const moderationBatch = 200;
export const maxAuthorUrlLength = 2000;
/** As it is typed, blanks around it included. */
export const maxNotifyEmailLength = 1000;
/** Of comments from other blogs, whose length was not ours to limit. */
export const maxImportedCommentLength = 65_536;
/** Of what identifies a comment or a person on another server; an index entry of PostgreSQL holds some 2,700 bytes. */
export const originIdBytes = 2000;
/** How many people are trusted or blocked, and how many words and IP addresses are blocked. */
export const maxPeople = 10_000;
export const maxCommentBlocks = 500;
export const maxBlockedWordLength = 100;
export const maxTitleLength = 500;
export const maxDescriptionLength = 300;
/** Of a post as a mail. */
export const maxMailSubjectLength = 200;
export const maxMailPreheaderLength = 200;
/** Of the name of a series. */
export const maxSeriesLength = 100;
/** URLs that one request asks other servers about. */
export const maxCheckedLinks = 50;
export const maxTagLength = 100;
export const maxPostTags = 1000;
/** Of the name of a tag or category as readers see it. */
export const maxDisplayTermLength = 200;
/** Besides the main category. */
export const maxFurtherCategories = 100;
export const maxWebTitleLength = 80;
/** Segments of the path of a page, each of which has the form of a web title. */
export const maxPageDepth = 5;
export const maxPagePathLength = maxPageDepth * (1 + maxWebTitleLength);
export const passwordMin = 12;
export const maxPasswordLength = 1000;
export const uploadFileBytes = 20 * 1024 * 1024;
export const uploadFiles = 20;
export const mediaFileBytes = 500 * 1024 * 1024;
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];
export const adminBodyBytes = 5 * 1024 * 1024;
export const visitorBodyBytes = 64 * 1024;
/** The category or tag of a list call without a filter. */
export const noFilter = '!null';

/** How many titles a page of the archive has, and how many tags a page of the topics. */
export const archivePage = 100;
/** The archive lists the titles of so many posts; of more, it lists the years. */
export const archivedTitles = 500;
export const tagsPage = 60;

/** Of author profiles, in characters; the bio counts its text. */
export const maxDisplayNameLength = 100;
export const maxBioLength = 1000;
export const maxProfileLinks = 10;

/** A redirect's path with its query, percent-encoded; an index entry of PostgreSQL holds some 2,700 bytes. */
export const maxRedirectPathLength = 2000;
/** How many unknown paths are remembered, and how much of each. */
export const maxUnknownPaths = 500;
export const maxUnknownPathLength = 300;

/** Of a file that is uploaded to be imported, of the portions it is sent in, and of uploads that are not finished. */
export const importFileBytes = 2 * 1024 * 1024 * 1024;
export const importChunkBytes = 4 * 1024 * 1024;
export const maxImportUploads = 5;

/** Of the form that announces a webmention; each URL may take three bytes for a character. */
export const webmentionBytes = 16 * 1024;
/** Webmentions that wait for their source to be fetched for the first time, in all and of one host, and those that wait for another attempt. */
export const maxWebmentions = 1_000;
export const maxWebmentionsOfHost = 200;
export const maxWebmentionRetries = 1_000;
