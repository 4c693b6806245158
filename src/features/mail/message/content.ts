/** One mail, without sender and recipient: subject, and the same text as HTML and as plain text. */
export type MailContent = {
  subject: string;
  html: string;
  text: string;
  /** Headers of RFC 8058: a POST to this URL stops mails like this one. */
  unsubscribeUrl?: string;
  replyTo?: string;
};
