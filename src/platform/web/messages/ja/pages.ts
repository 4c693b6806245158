export * from '../en/pages.ts';

const number = (value: number) => value.toLocaleString('ja');

export const searchSite = 'サイト内を検索';
export const searchLink = '検索';
export const adminLink = '管理';
export const loginLink = 'ログイン';
export const lostPassword = 'パスワードをお忘れの場合は、サーバーで {command} を実行してください。';
export const announcement = 'お知らせ';
export const dismiss = '閉じる';
export const voteCounted = '投票が反映されました。';

export const menu = 'メニュー';
export const places = {
  home: 'ホーム',
  archive: 'アーカイブ',
  topics: 'トピック',
  feed: 'フィード',
  search: '検索',
  there: 'あそこ',
};
export const categories = 'カテゴリー';
export const noTopics = 'トピックはまだありません。';
export const pages = 'ページ';
export const pageOf = (page: string, pages: string) => `${page} / ${pages} ページ`;
export const firstPage = '最初のページ';
export const previousPage = '前のページ';
export const nextPage = '次のページ';
export const lastPage = '最後のページ';
export const partOf = (part: number, total: number): string => `全${total}回の第${part}回`;
export const otherPosts = '前後の記事';
export const previousPost = '前の記事';
export const nextPost = '次の記事';

export const noPosts = '現在、公開されている記事はありません。';
export const checkAgain = 'またのお越しをお待ちしています。';
export const beingSetUp = {
  title: 'このブログは準備中です。',
  advice:
    'あなたのブログであれば、サーバーが端末に表示したリンクを開くか、{command} を実行して新しいリンクを取得してください。',
};
export const category = 'カテゴリー';
export const tag = 'タグ';
export const clearFilter = '[解除]';
export const postCount = (count: number) => `${number(count)} 件の記事`;
export const layout = '表示';
export const layouts = { full: '標準', compact: 'コンパクト' };

export const alsoIn = 'ほかの言語:';
export const readingTime = (minutes: number) => `${number(minutes)} 分で読めます`;
export const inactive = '非公開';
export const onlyVisibleToYou = 'この記事はあなただけに表示されています。';
export const preview = 'プレビュー';
export const previewTitle = (title: string) => `プレビュー：${title}`;
export const typedPreviewNotice = '入力した内容です。まだ保存されていません。';
export const editLink = '編集';
export const previewNotice = 'この記事はまだ公開されていません。リンクは共有しないでください。';
export const previewInvitation = 'この記事はまだ公開されていません。本文の下でコメントできます。';
export const remarks = {
  title: 'ご意見',
  intro: '著者がご意見を求めています。内容は著者とこのリンクを知る人だけに表示されます。',
  paragraph: '段落',
  wholeText: '全文',
  passage: '該当箇所(任意)',
  remark: 'コメント',
  wording: '別の書き方(任意)',
  send: '送信',
  sent: 'ありがとうございます。コメントを受け付けました。',
  answer: '著者の返答',
  resolved: '対応済み',
  mark: 'この箇所にコメントする',
  empty: 'コメントか別の書き方を入力してください。',
  full: 'コメントが多すぎます。著者にお知らせください。',
};
export const relatedPosts = (category: string) => `「${category}」のほかの記事`;
export const share = '共有';
export const linkCopied = 'リンクをコピーしました';

export const contents = '目次';
export const headingLink = (heading: string) => `「${heading}」へのリンク`;
export const table = '表';
export const details = '詳細';
export const callouts = {
  note: 'メモ',
  tip: 'ヒント',
  important: '重要',
  warning: '警告',
  caution: '注意',
};
export const taskDone = '完了したタスク';
export const taskOpen = '未完了のタスク';
export const footnotes = '脚注';
export const footnote = (number: number) => `脚注 ${number}`;
export const backToText = (number: number) => `脚注 ${number} の本文へ戻る`;
export const largeImage = (alt: string) => (alt ? `大きな画像：${alt}` : '大きな画像');
export const playerHint = (host: string) => `ここで再生：${host} を読み込みます`;
export const players = { audio: '音声', video: '動画' };
export const invalidFormula = 'この数式には誤りがあります。';
export const longFormula = 'この数式は長すぎて表示できません。';

export const comments = 'コメント';
export const mentions = '言及';
export const reply = '返信';
export const replyTo = (name: string) => `${name} さんに返信`;
export const via = (origin: string) => `${origin} から`;
export const fediverse = 'フェディバース';
export const commentEdited = '編集済み';
export const morePeople = (count: number) => `他${count.toLocaleString('ja')}人`;
export const mentionLines = {
  yes: '参加します。',
  no: '参加しません。',
  maybe: '参加するかもしれません。',
  interested: '興味があります。',
  bookmark: 'この記事をブックマークしました。',
};
export const reactions = (likes: number, reposts: number) =>
  `ほかのサイトで${[
    likes > 0 && `いいね ${number(likes)} 件`,
    reposts > 0 && `リポスト ${number(reposts)} 件`,
  ]
    .filter(Boolean)
    .join('、')}`;
export const ownerTools = {
  edit: '編集',
  unapprove: '承認を取り消す',
  delete: '削除',
  save: '保存',
  cancel: 'キャンセル',
  text: (name: string) => `${name} さんのコメント`,
  confirmDelete: (name: string) => `${name} さんのこのコメントを削除しますか？`,
  confirm: '削除',
};
export const ownComment = {
  waiting: '承認待ち',
  withdraw: '取り下げる',
  confirmWithdraw: 'このコメントを取り下げますか？本文は削除されます。',
  confirm: '取り下げる',
};
export const parentGone =
  '返信先のコメントはもうありません。返信をやめると、新しいコメントとして送信できます。';
export const formSentBefore =
  'このフォームはすでに送信されています。別のコメントとして送信するには、もう一度「送信」を押してください。';
export const authorUrlInvalid =
  'ウェブサイトは https://example.org のように入力してください。空のままでもかまいません。';
export const commentPages = 'コメントのページ';
export const commentTooLong = (max: number) => `エラー：コメントは ${number(max)} 文字以内で書いてください。`;
export const nameTooLong = (max: number) => `名前は ${number(max)} 文字以内で入力してください。`;
export const nameOfAuthor = 'このサイトの著者と同じ名前です。別の名前を選んでください。';
export const nameReserved = '「Admin」という名前は使えません。別の名前を選んでください。';
export const voteRateLimited = 'この 1 分間の投票が多すぎます。少し待ってから、もう一度お試しください。';
export const commentsOverloaded =
  'ただいまコメントが集中しています。書いた文章を控えて、しばらくしてからお試しください。';
export const commentHoneypotFilled =
  'ボットから送信されたようです。「website」の欄は空のままにしてください。';
export const commentRateLimited =
  'この数分間のコメントが多すぎます。数分待ってから、もう一度お試しください。';

export const notFound = {
  title: '見つかりません',
  heading: 'ここには何もありません。',
  text: 'お探しの記事は、移動したか、名前が変わったか、そもそも書かれていません。よくあることです。',
};
export const gone = {
  title: '削除されました',
  heading: 'この記事はもうありません。',
  text: 'かつてここにありましたが、著者が取り下げました。ほかの記事をどうぞ。',
};
export const failed = { title: '問題が発生しました', heading: 'うまくいきませんでした。', mark: 'あら。' };
export const backHome = 'トップページへ戻る';
export const search = '検索';
export const searchFor = '検索する言葉';
export const searchOf = (name: string) => `${name}を検索`;
export const noResults = (query: string) =>
  `「${query}」に一致する記事はありません。言葉を減らすか、短くしてみてください。`;
export const results = (count: number, query: string) => `「${query}」の検索結果：${postCount(count)}`;
export const feedOf = (name: string) => `${name} のフィード`;
export const feedExplained =
  'これはウェブフィードです。URL をフィードリーダーに貼り付けると、新しい記事が届きます。アカウントもメールもアルゴリズムも要りません。';
export const feedUrl = 'フィードの URL';
export const otherFormats = 'ほかの形式：';
export const recentPosts = '最近の記事';
export const noPostsYet = '記事はまだありません。';
export const counterTitle = 'あそこ';
export const counterDescription = 'カウンターです。増えたり減ったり、ときどき何か言ったりします。';
export const counterImage = '曲がりくねった道の道しるべ。丘の向こうから日が昇る';
export const counterSign = 'あそこ';
export const siteOverloaded = 'ただいまサイトが大変混み合っています。数秒後にもう一度お試しください。';

export const passkeyRateLimited =
  'この数分間のログインの試行が多すぎます。数分待ってから、もう一度お試しください。';

export const aboutAuthor = (name: string) => `${name} について`;

export const defaultDescription = '個人ブログ。悪くない。';
export const defaultThanks = 'お立ち寄りいただき、ありがとうございます。あなたの訪問は悪くありませんでした。';
export const firstPost = {
  title: '最初の記事',
  text: '最初の数行がいちばん難しいものです。そのあとに{links}や画像、そしていつかは読者がやって来ます。',
  links: 'リンク',
};
