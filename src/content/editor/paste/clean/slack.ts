import { make, rename, type Step, select, textOf, unwrap } from './dom.ts';

/** Slack: its own elements for line and paragraph breaks, mentions, and messages with names and times. */
export const readSlack: Step = (body) => {
  for (const gap of select(body, '.c-mrkdwn__br, [data-stringify-type="paragraph-break"]'))
    gap.replaceWith(make(gap, 'br'), make(gap, 'br'));
  for (const quote of select(body, '[data-stringify-type="quote"]'))
    if (quote.localName !== 'blockquote') rename(quote, 'blockquote');
  for (const noise of select(
    body,
    '.c-timestamp, .c-message__edited_label, .c-reaction_bar, .c-message_kit__gutter__left',
  ))
    noise.remove();
  // Mentions of people and channels are text outside of Slack.
  for (const mention of select(
    body,
    '[data-stringify-type="mention"], [data-stringify-type="channel"], .c-member_slug',
  ))
    mention.replaceWith(textOf(mention));
  for (const link of select(body, 'a[data-stringify-link]'))
    link.setAttribute('href', link.getAttribute('data-stringify-link') ?? '');
  for (const section of select(body, 'span.p-rich_text_section')) unwrap(section);
};
