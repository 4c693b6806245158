import { createContext, use } from 'react';

/** Whether commenters can have replies sent to them by mail. */
export const ReplyMailContext = createContext(false);
export const useReplyMail = (): boolean => use(ReplyMailContext);
