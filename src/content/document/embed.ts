/** The preview of an embedded page. Unknown texts are empty. */
export type Embed = {
  url: string;
  provider: string;
  title: string;
  author: string;
  /** The words of a short post, or the code of a snippet. */
  text: string;
  /** The file name of a snippet, whose text is code. */
  codeFile: string;
  /** The URL of a player, which is loaded only when the reader asks for it. */
  player: string | null;
  /** Of the player. */
  width: number | null;
  height: number | null;
  /** A copy of the preview image. */
  image: { src: string; srcset: string; width: number; height: number; color: string } | null;
};
