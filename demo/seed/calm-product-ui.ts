import type { Story } from './story.ts'

export const calmProductUi: Story = {
  name: 'Calm product UI',
  seed: 'calm, clear, generous spacing, one accent colour',
  steps: [
    {
      commit: 'The rules of our screens',
      by: 'Jonas Weber',
      daysAgo: 17,
      answers: {
        'interface-density': 'little at a time',
        'interface-alignment': 'yes, strictly',
        'interface-colours': 'very few',
        'interface-spacing': 'generous',
      },
    },
    {
      commit: 'Screens that shipped, and screens that did not',
      by: 'Jonas Weber',
      daysAgo: 11,
      good: ['screen-overview', 'screen-inbox', 'screen-shop', 'white-speaker'],
      bad: ['screen-overview-busy', 'screen-form-crooked', 'everything-must-go', 'acid-bottle'],
    },
    {
      commit: 'What can be used',
      by: 'Mara Lindqvist',
      daysAgo: 6,
      dimension: 'usability',
      good: ['screen-overview', 'screen-inbox', 'screen-settings', 'screen-shop'],
      bad: ['screen-overview-busy', 'screen-form-crooked', 'screen-inbox-faint', 'screen-reading-tiny'],
      pairs: [
        ['screen-reading', 'screen-reading-tiny'],
        ['screen-inbox', 'screen-inbox-faint'],
        ['screen-shop', 'screen-shop-busy'],
      ],
    },
    { branch: 'dark-mode', description: 'Screens for the night', by: 'Jonas Weber', daysAgo: 4 },
    {
      commit: 'Dark surfaces, light text',
      by: 'Jonas Weber',
      daysAgo: 4,
      on: 'dark-mode',
      answers: { 'interface-theme': 'dark' },
      good: ['screen-settings'],
    },
    {
      commit: 'Product shots: porcelain, mint, graphite',
      by: 'Mara Lindqvist',
      daysAgo: 1,
      good: ['mint-phone', 'graphite-bottle'],
      pairs: [
        ['white-speaker', 'amber-serum'],
        ['mint-phone', 'blush-cream'],
      ],
    },
  ],
}
