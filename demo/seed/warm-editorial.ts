import type { Story } from './story.ts'

export const warmEditorial: Story = {
  name: 'Warm editorial',
  seed: 'warm, calm, natural light, room to breathe',
  steps: [
    {
      commit: 'The brief: warm, soft light, few colours',
      by: 'Mara Lindqvist',
      daysAgo: 24,
      answers: {
        'colour-temperature': 'warm',
        'light-hour': 'golden evening',
        'light-falling': 'soft light',
        'colour-neon': 'none',
        'composition-margins': 'room to breathe',
      },
    },
    {
      commit: 'First picks from the archive',
      by: 'Jonas Weber',
      daysAgo: 19,
      good: [
        'three-vases-in-afternoon-light',
        'terracotta-dunes',
        'olive-branch-in-a-niche',
        'dusk-over-five-ridges',
        'amber-serum',
        'warm-rainbow',
      ],
      bad: ['confetti-storm', 'neon-horizon', 'grey-moor', 'acid-bottle', 'cable-tangle'],
    },
    {
      commit: 'Pairs from Tuesday: plain grounds win',
      by: 'Mara Lindqvist',
      daysAgo: 13,
      pairs: [
        ['olive-hills', 'winter-fjord'],
        ['autumn-twigs', 'blue-hour-bottles'],
        ['pink-stairs', 'concrete-front'],
        ['homage-in-ochre', 'blue-threads'],
        ['three-vases-in-afternoon-light', 'crowded-shelf'],
        ['iceland-poppies', 'night-fern'],
      ],
    },
    {
      branch: 'evening-issue',
      description: 'Darker grounds for the winter number',
      by: 'Jonas Weber',
      daysAgo: 9,
    },
    {
      commit: 'Dark grounds, one warm light',
      by: 'Jonas Weber',
      daysAgo: 8,
      on: 'evening-issue',
      answers: { 'light-mode': 'dark ground' },
      good: ['reading-lamp', 'plum-jug-with-oranges', 'city-in-amber', 'evening-front'],
      bad: ['lemons-and-linen'],
    },
    {
      commit: 'No shouting: sale banners and checks are out',
      by: 'Mara Lindqvist',
      daysAgo: 5,
      bad: ['everything-must-go', 'flickering-checks', 'crowded-shelf', 'city-in-neon'],
    },
    { branch: 'spring-issue', description: 'Plants on paper', by: 'Mara Lindqvist', daysAgo: 3 },
    {
      commit: 'Plants on paper',
      by: 'Mara Lindqvist',
      daysAgo: 2,
      on: 'spring-issue',
      good: ['olive-sprig', 'iceland-poppies', 'fern-on-linen'],
    },
    { merge: 'spring-issue', by: 'Jonas Weber' },
    {
      working: true,
      by: 'Jonas Weber',
      good: ['blush-cream'],
      bad: ['murky-brown'],
      pairs: [['arcade-at-noon', 'white-corner']],
    },
  ],
}
