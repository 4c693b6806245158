/** Texts of the forms and pages for subscribers and of the mails that these cause, in English. */

export const subscribe = {
  title: 'Subscribe by email',
  /** Above the short forms. */
  shortLabel: 'New posts by email',
  address: 'Email address',
  submit: 'Subscribe',
  more: 'Choose categories or a weekly summary',
  explained:
    'New posts come to your inbox, without tracking. You confirm your address first, and every mail has a link to unsubscribe.',
  privacy:
    'Your address is used for these mails only. It is deleted when you unsubscribe, or after 48 hours if you don’t confirm it.',
  which: 'Which posts',
  all: 'All posts',
  some: 'Only these categories:',
  often: 'How often',
  atOnce: 'Each post when it is published',
  weekly: 'Once a week, all new posts in one mail',
  feed: 'Or follow the feed in a feed reader',
  again: 'Subscribe again',
};

export const subscribeErrors = {
  address: 'This is not an email address. Please check it and try again.',
  categories: 'Please choose at least one category, or all posts.',
  limited: 'There were many requests in the last hour. Please wait a while and try again.',
};

export const subscribeAsked = {
  title: 'Check your inbox',
  text: 'A mail is on its way to you. Open the link in it within 48 hours to confirm your subscription.',
  help: 'No mail after a few minutes? Look into the spam folder, check that you typed the address correctly, or try again in ten minutes.',
};

export const confirmSubscription = {
  title: 'Confirm your subscription',
  /** `{address}` is where the address is shown. */
  text: 'New posts will be sent to {address}.',
  submit: 'Confirm',
};

export const subscription = {
  title: 'Your subscription',
  confirmed: 'You are subscribed.',
  saved: 'Your changes are saved.',
  /** `{address}` is where the address is shown. */
  text: 'Mails go to {address}.',
  submit: 'Save',
};

export const unsubscribe = {
  title: 'Unsubscribe',
  /** `{address}` is where the address is shown. */
  text: '{address} will get no more posts, and the address is deleted.',
  submit: 'Unsubscribe',
  change: 'Get fewer mails instead',
  done: 'You are unsubscribed',
  doneText: 'Your address was deleted. You get no more posts by email.',
};

export const noSubscription = {
  title: 'This link is not valid any more',
  text: 'It was used already, it is older than 48 hours, the subscription has ended, or a part of the link is missing.',
};

export const confirmationMail = {
  subject: (site: string) => `Confirm your subscription to ${site}`,
  text: (site: string) =>
    `You asked to get new posts of ${site} by email. Please confirm it within 48 hours.`,
  submit: 'Confirm subscription',
  ignore: 'If it was not you, ignore this mail. You will not be subscribed, and your address is deleted.',
  reason: (url: string) => `You get this mail because this address was typed into the form at ${url}`,
};

export const alreadySubscribedMail = {
  subject: (site: string) => `You are already subscribed to ${site}`,
  text: (site: string) =>
    `You asked to get new posts of ${site} by email. This address is subscribed already, so nothing has changed.`,
  submit: 'Change or end the subscription',
};
