export * from '../en/commenter-mail.ts';

export const commenterMail = {
  addressInvalid: '正しいメールアドレスを入力するか、「メールで知らせる」のチェックを外してください。',
  confirm: {
    subject: (site: string) => `${site} のメールアドレスの確認をお願いします`,
    text: (site: string) =>
      `${site} にコメントし、メールでのお知らせを希望されました。このアドレスがご自身のものであることを確認してください。`,
    what: '確認後は、コメントが承認されたときと返信があったときにメールが届きます。どのメールにも、配信を止めるリンクがあります。',
    button: '確認する',
    reason:
      'お心当たりがない場合は、このメールを無視してください。ほかのメールは届かず、アドレスは48時間後に削除されます。',
    title: 'メールアドレスの確認',
    done: 'ありがとうございます。アドレスが確認されました。コメントが承認されたときと返信があったときにメールが届きます。',
    invalid:
      'このリンクはもう使えません。すでに使われたか、48時間を過ぎています。確認がお済みでしたら、何もする必要はありません。',
  },
  approved: (title: string) => `「${title}」へのコメントが承認されました`,
  reply: {
    one: (name: string, title: string) => `${name} さんが「${title}」へのコメントに返信しました`,
    many: (count: number, title: string) => `「${title}」へのコメントに ${count} 件の返信があります`,
    more: (count: number) => `ほか ${count} 件。`,
  },
  readButton: 'サイトで読む',
  reason: (site: string) => `${site} にコメントした際のご希望により、このメールをお送りしています。`,
  stopLink: 'メールを止めてアドレスを削除する',
  stop: {
    title: 'コメントのメールを止める',
    text: (site: string) => `${site} のコメントについてのメールは届かなくなり、アドレスは削除されます。`,
    button: '止めてアドレスを削除する',
    done: 'アドレスを削除しました。コメントについてのメールはもう届きません。',
  },
};
