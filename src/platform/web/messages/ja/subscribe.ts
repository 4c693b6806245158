export * from '../en/subscribe.ts';

export const subscribe = {
  title: 'メールで購読',
  shortLabel: '新しい記事をメールで受け取る',
  address: 'メールアドレス',
  submit: '購読する',
  more: 'カテゴリーや週に一度のまとめを選ぶ',
  explained:
    '新しい記事がメールで届きます。追跡はしません。最初にアドレスを確認していただき、どのメールにも購読をやめるためのリンクがあります。',
  privacy:
    'アドレスはこのメールだけに使います。購読をやめたとき、または48時間以内に確認がなかったときに削除します。',
  which: '受け取る記事',
  all: 'すべての記事',
  some: '次のカテゴリーだけ：',
  often: '受け取る頻度',
  atOnce: '記事が公開されるたびに',
  weekly: '週に一度、新しい記事を一通にまとめて',
  feed: 'フィードリーダーでフィードを購読することもできます',
  again: 'もう一度購読する',
};

export const subscribeErrors = {
  address: 'メールアドレスの形になっていません。確認してもう一度お試しください。',
  categories: 'カテゴリーを一つ以上、またはすべての記事を選んでください。',
  limited: 'この一時間に多くの申し込みがありました。しばらく待ってからもう一度お試しください。',
};

export const subscribeAsked = {
  title: 'メールを確認してください',
  text: 'メールを送信します。48時間以内にメールの中のリンクを開いて、購読を確認してください。',
  help: '数分待っても届かない場合は、迷惑メールフォルダーと入力したアドレスを確認するか、10分後にもう一度お試しください。',
};

export const confirmSubscription = {
  title: '購読の確認',
  text: '新しい記事を {address} に送ります。',
  submit: '確認する',
};

export const subscription = {
  title: '購読の設定',
  confirmed: '購読を始めました。',
  saved: '変更を保存しました。',
  text: 'メールは {address} に届きます。',
  submit: '保存',
};

export const unsubscribe = {
  title: '購読をやめる',
  text: '{address} に記事は届かなくなり、アドレスは削除されます。',
  submit: '購読をやめる',
  change: 'メールを減らして続ける',
  done: '購読をやめました',
  doneText: 'アドレスを削除しました。記事のメールはもう届きません。',
};

export const noSubscription = {
  title: 'このリンクは無効になっています',
  text: 'すでに使われたか、48時間以上たったか、購読が終わったか、リンクの一部が欠けています。',
};

export const confirmationMail = {
  subject: (site: string) => `${site} の購読の確認`,
  text: (site: string) =>
    `${site} の新しい記事をメールで受け取る申し込みがありました。48時間以内に確認してください。`,
  submit: '購読を確認する',
  ignore: '心当たりがない場合は、このメールを無視してください。購読は始まらず、アドレスは削除されます。',
  reason: (url: string) => `このメールは、${url} のフォームにこのアドレスが入力されたため送られました`,
};

export const alreadySubscribedMail = {
  subject: (site: string) => `${site} はすでに購読されています`,
  text: (site: string) =>
    `${site} の新しい記事をメールで受け取る申し込みがありました。このアドレスはすでに購読しているため、何も変わっていません。`,
  submit: '購読の変更または終了',
};
