/**
 * Words that any text has, in the languages of the interface. They say nothing about a comment, but a small training set would make
 * signs of them.
 */
const stopWords = new Set(
  `a about above after again all also am an and any are as at be because been before being below both but by can could did do does
  doing don't down each even every few for from further get go had has have having he her here him his how i i'm i've if in into is it
  it's its just like me more most much my no nor not now of off on once one only or other our out over own really same she should so some
  such than that that's the their them then there these they this those through to too under until up us very was we were what when
  where which while who why will with would yes you you're your
  aber alle als also am an auch auf aus bei bin bis bist da damit dann das dass daß dem den der des dich die dies diese dieser dieses dir
  doch du durch ein eine einem einen einer eines er es etwas euch euer für gegen habe haben hat hatte hier ich ihm ihn ihnen ihr ihre im
  immer in ist ja jede jeder jetzt kann kein keine man mehr mein meine mich mir mit nach nicht noch nur ob oder ohne schon sehr sein
  seine seit sich sie sind so über um und uns unser unter vom von vor war waren was wenn wer wie wir wird wo zu zum zur
  à au aussi aux avant avec avez avoir bien ce cela ces cet cette chez comme dans de depuis des dont du elle elles en encore est et été
  être eu fait il ils j'ai je la le les leur leurs lui ma mais me même mes moi mon ne nos notre nous on ont ou où par pas plus pour
  qu'il que quel quelle qui sa sans se ses si son sont sous suis sur ta te tes toi ton tous tout toute très tu un une vos votre vous y
  al algo antes así aun como con contra cual cuando de del desde donde dos el él ella ellos en entre era eres es esa ese eso esta está
  este esto estos fue ha hace han hasta hay he la las le les lo los mas más me mi mis mucho muy nada ni no nos o os otro para pero por
  porque pues que qué quien se ser si sí sido sin sobre solo su sus tan te ti tiene todo todos tu tus un una uno unos vosotros y ya yo
  إذا إلى أن أنا أنت أو أي ال التي الذي اللي الى ان او بعد بين تم ثم جدا حتى حيث دون ذلك عن عند على عليه غير فقط في فيها فيه قبل قد كان
  كانت كل كما لا لكن لم لن له لها ليس ما مع من منذ منها نحن هذا هذه هل هم هنا هناك هو هي و وأن وفي ولا وما ومن وهو وهي يا`.split(
    /\s+/,
  ),
);

/** Pairs of hiragana are particles and endings of verbs. */
const ending = /^[\p{sc=Hiragana}ー]{2}$/u;

export const isStopWord = (word: string): boolean =>
  stopWords.has(word.replace('’', "'")) || ending.test(word) || /^\d{1,2}$/.test(word);
