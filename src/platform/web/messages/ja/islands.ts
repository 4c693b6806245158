export * from '../en/islands.ts';

export const continueReading = '続きを読む…';
export const directLink = '直接リンク';
export const loadMore = 'もっと読み込む…';
export const loading = '読み込み中';

export const untitled = '無題';
export const revised = '更新日';
export const tags = 'タグ';
export const images = '画像';
export const imagesOf = (title: string) => `「${title}」の画像`;
export const imageOf = (number: number, count: number, title: string) => `画像 ${number}/${count}：${title}`;
export const close = '閉じる';
export const previousImage = '前の画像';
export const nextImage = '次の画像';

export const notTerrible = '悪くない';
export const thisIsTerrible = 'これはひどい';
export const votedPreviously = '投票済み';
export const comment = 'コメント';
export const commentCount = (count: number) => `コメント (${count})`;
export const commentsClosed = 'コメントは受け付けていません。';
export const leaveComment = 'コメントを書く';
export const noComments = 'コメントはまだありません。最初の一人になりませんか？';
export const commentsLoading = 'コメントを読み込んでいます…';
export const inReplyTo = (name: string) => `${name} さんへの返信`;
export const cancelReply = '返信をやめる';
export const commentPublished = 'コメントありがとうございます。公開されました。';
export const allComments = 'すべてのコメント';
export const name = '名前';
export const website = 'ウェブサイト（任意）';
export const email = 'メールアドレス（公開されません）';
export const tellMe = 'メールで知らせる';
export const anonymous = '匿名';
export const commentPlaceholder = '思いやりのある、内容のあるコメントをお願いします。';
export const submit = '送信';
export const commentThanks = 'コメントありがとうございます。管理者の承認後に表示されます。';
export const commentTooShort = 'エラー：もう少し内容を書いてください。';

export const serverError = 'サーバーエラー：REST サーバーは動いていますか？';
export const serverAway =
  'サーバーが応答していません。入力した内容はこのまま残っています。しばらくしてからもう一度お試しください。';
export const byline = (name: string) => `文：${name}`;
