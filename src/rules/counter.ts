const clicksPerMessage = 5;

export const counterMessages: readonly string[] = [
  'There is nothing here. You are here, though, so now there is something.',
  'There. That was easier than it looked.',
  'There you go. And there you went again.',
  'You have found the button. The button is very happy about it.',
  'There are people who stop at nineteen. You are not one of them.',
  'A quarter of a hundred. Somewhere a drum rolls, quietly, out of respect.',
  'There, there. Counting is a perfectly good hobby.',
  'Thirty-five clicks, and not a single one of them was terrible.',
  'Are we there yet? No. But the view is getting nicer.',
  'Your finger would like you to know that it believes in you.',
  'Fifty! If this were a birthday there would be too many candles.',
  'There is a rumor that the plus button has a favorite visitor. It is you.',
  'One minute has sixty seconds. You have just found out how long that is in clicks.',
  'Still there? Good. So are we.',
  'Seventy clicks ago you were a different person. Slightly.',
  'This number has been hand-picked for you by you.',
  'Eighty clicks around the world would have been a shorter book.',
  'There goes your coffee break. It was a good one.',
  'Ninety. You can smell three digits from here.',
  'Ninety-five. Nobody would blame you for holding your breath.',
  'One hundred! Please imagine confetti. We are a small blog.',
  'There is life after one hundred, it turns out.',
  'The minus button asked how you are. No pressure.',
  'If every click were a word, you would have the start of a blog post by now.',
  'Somebody has to count. Thank you for taking the shift.',
  'One hundred and twenty-five. The counter has stopped pretending to be surprised.',
  'There is no prize. There is, however, a great deal of admiration.',
  'You and this button should really get a little house by the sea.',
  'The server does not know about any of this. It stays between us.',
  'Some say the journey is the goal. Those people never saw the next message.',
  'One hundred and fifty. Stretch your fingers. Then the other hand. Lovely.',
  'There was once a person who clicked on. It is a true story, and it is about you.',
  'A snail has crossed the road since you began. It waved.',
  'We are running out of round numbers, so let us celebrate this slightly lumpy one.',
  'One hundred and seventy: the number of good reasons to drink some water now.',
  'Halfway to three hundred and fifty. See? Everything is halfway to something.',
  'The plus button has been polished for you. Mind the shine.',
  'You are so far past there that there is now behind you.',
  'Experts were asked about this. They said: keep going, we are curious too.',
  'Your patience is available in more colors than our editor.',
  'Two hundred! The confetti from before has been swept up and thrown again.',
  'There is a draft of a post about you. It begins: "They would not stop."',
  'Mathematicians call this a large number, but only on weekends.',
  'If you listen closely, you can hear the digits giggle.',
  'Two hundred and twenty. You have now clicked more than most blogs have readers.',
  'There are only a few messages left. Savor this one. It has notes of oak.',
  'The minus button has taken up painting. It is happy for you, truly.',
  'Almost there. No, really. This time there is a there.',
  'You can see the end from here. It is waving back.',
  'One more turn of five, and you will have read everything we have to say.',
  'There. You made it. This is the last message, and it says: you are not terrible at all.',
];

/** The counter after a click, never below zero. */
export function step(counter: number, delta: number): number {
  return Math.max(0, counter + delta);
}

/** A new message every five clicks, then the last one. */
export function messageFor(counter: number): string {
  const index = Math.floor(Math.max(0, counter) / clicksPerMessage);
  return counterMessages[Math.min(index, counterMessages.length - 1)] ?? '';
}
