export * from '../en/sign-in.ts';

export const login = 'ログイン';
export const username = 'ユーザー名';
export const password = 'パスワード';
export const cancel = 'キャンセル';
export const incorrectPassword = 'パスワードが違います';
export const loginNeedsJavaScript = 'ログインするには JavaScript を有効にしてください。';
export const signInWithPasskey = 'パスキーでログイン';
export const passkeyRejected = 'このパスキーは受け付けられませんでした。もう一度お試しください。';
export const secondFactorRejected =
  '受け付けられなかったか、時間がかかりすぎました。もう一度試すか、最初からやり直してください。';
export const secondFactorNeeded = 'パスワードは確認できました。続けてパスキーを使ってください。';
export const usePasskey = 'パスキーを使う';
export const startOver = '最初からやり直す';
export const passkeyLost = 'パスキーが使えない場合';
export const recoveryCode = 'リカバリーコード';
export const useRecoveryCode = 'このコードを使う';
export const passkeysNeedHttps = 'パスキーには https が必要ですが、このページは https なしで開かれています。';
export const passkeysNotSupported = 'このブラウザーはパスキーに対応していません。';
export const passkeyExists = 'この端末には、このサイトのパスキーがすでにあります。';
export const passkeyWrongSite = 'このサイトのパスキーは、この URL では使えません。';
export const passkeyCanceled =
  'パスキーは使われませんでした。キャンセルされたか、時間切れになったか、この端末にこのサイトのパスキーがありません。';
export const passkeyFailed = 'パスキーを使えませんでした。もう一度お試しください。';
