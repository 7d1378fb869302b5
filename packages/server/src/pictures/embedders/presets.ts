import type { EmbedderPreset } from '../../config/embedder-settings.ts'
import type { ModelCard } from './model-card.ts'

/** Defaults for the exports of a model family. The card and the model itself take precedence. */
export interface Preset extends Pick<ModelCard, 'shape' | 'resampling' | 'mean' | 'deviation'> {
  readonly input: string
  /** In order of preference; the first that the model has is used. */
  readonly outputs: readonly string[]
  /** Used if the model accepts any size. */
  readonly size: number
  /** The picture's short side before the central crop, relative to `size`. */
  readonly margin: number
}

/** The settings of the published models' image processors, with the names that Optimum and transformers.js export. */
export const presets: Readonly<Record<EmbedderPreset, Preset>> = {
  clip: {
    input: 'pixel_values',
    outputs: ['image_embeds', 'pooler_output'],
    size: 224,
    shape: 'middle',
    margin: 1,
    resampling: 'cubic',
    mean: [0.48145466, 0.4578275, 0.40821073],
    deviation: [0.26862954, 0.26130258, 0.27577711],
  },
  siglip: {
    input: 'pixel_values',
    outputs: ['pooler_output', 'image_embeds'],
    size: 224,
    shape: 'square',
    margin: 1,
    resampling: 'cubic',
    mean: [0.5, 0.5, 0.5],
    deviation: [0.5, 0.5, 0.5],
  },
  dinov2: {
    input: 'pixel_values',
    // The first token of the hidden state represents the picture.
    outputs: ['pooler_output', 'last_hidden_state'],
    size: 224,
    shape: 'middle',
    margin: 256 / 224,
    resampling: 'cubic',
    mean: [0.485, 0.456, 0.406],
    deviation: [0.229, 0.224, 0.225],
  },
}
