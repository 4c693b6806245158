import type { PostsApi } from '../posts/pages/page-api.ts';
import type { NewRemark, Remark, Remarks } from './api.ts';

export type WritingApi = PostsApi & {
  /** Null if people with the link cannot comment on the post. */
  remarksAt(token: string): Promise<Remarks | null>;
  remark(token: string, remark: NewRemark): Promise<Remark>;
};
