/** Mails to commenters, and the pages that their links lead to, in English. */
export const commenterMail = {
  addressInvalid: 'Please enter a valid email address, or untick “Tell me by mail”.',
  confirm: {
    subject: (site: string) => `Please confirm your email address for ${site}`,
    text: (site: string) =>
      `You commented on ${site} and asked to be told by mail. Please confirm that this is your address.`,
    what: 'You will then get a mail when your comment is approved and when it gets replies. Every mail has a link that stops them.',
    button: 'Confirm',
    reason:
      'If you did not ask for this, ignore this mail. You get no other, and the address is deleted after 48 hours.',
    title: 'Confirm your email address',
    done: 'Thank you, your address is confirmed. You get a mail when your comment is approved and when it gets replies.',
    invalid:
      'This link does not work any more: it was used already, or it is older than 48 hours. If you have confirmed your address, there is nothing left to do.',
  },
  approved: (title: string) => `Your comment on “${title}” was approved`,
  reply: {
    one: (name: string, title: string) => `${name} replied below your comment on “${title}”`,
    many: (count: number, title: string) => `${count} replies below your comment on “${title}”`,
    more: (count: number) => (count === 1 ? 'And one more.' : `And ${count} more.`),
  },
  readButton: 'Read it on the site',
  reason: (site: string) => `You get this mail because you asked for it when you commented on ${site}.`,
  stopLink: 'Stop these mails and delete my address',
  stop: {
    title: 'Stop mails about comments',
    text: (site: string) =>
      `You will get no more mails about your comments on ${site}, and your address will be deleted.`,
    button: 'Stop and delete my address',
    done: 'Your address is deleted. You get no more mails about your comments.',
  },
};
