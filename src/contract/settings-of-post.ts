/** What the author sets about a post besides its text. Apart from its schema, so that browsers do not load zod. */
export type PostSettings = {
  /** Empty: the moment of publication. */
  post_date: string;
  category_id: number | null;
  /** Categories besides the main one, by id. */
  further_category_ids: number[];
  tags: string[];
  main_image_id: number | null;
  focal_x: number;
  focal_y: number;
  social_image_id: number | null;
  comments_open: boolean;
  /** BCP 47; empty: the language of the site. */
  language: string;
  /** Null in a new post: the administrator who creates it. */
  author_id: number | null;
  /** One of the posts whose translation it is. */
  translation_of: number | null;
  /** Whether it is sent to subscribers; null until its publication: as the settings of mail say. */
  send_mail: boolean | null;
  /** Empty: the title, and the description. */
  mail_subject: string;
  mail_preheader: string;
};

export const emptySettings: PostSettings = {
  post_date: '',
  category_id: null,
  further_category_ids: [],
  tags: [],
  main_image_id: null,
  focal_x: 50,
  focal_y: 50,
  social_image_id: null,
  comments_open: true,
  language: '',
  author_id: null,
  translation_of: null,
  send_mail: null,
  mail_subject: '',
  mail_preheader: '',
};
