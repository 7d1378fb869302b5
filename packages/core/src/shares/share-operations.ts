import { z } from 'zod'
import { describeDaysKept } from '../days-kept.ts'
import { ProjectId, Success, wholeNumber } from '../fields.ts'
import { nextCursor, pageQuery } from '../page.ts'
import { type OperationsFor, operation } from '../route-types.ts'
import * as limits from './limits.ts'
import { picturesPerShareMax } from './limits.ts'
import { CreatedShare, NewReview, NewShare, Reviewer, Share, ShareWithAnswers } from './schema.ts'
import type { shareRoutes } from './share-routes.ts'

const byId = z.object({ id: z.string().meta({ description: 'Id of the share' }) })
const token = z.string().meta({ description: 'The secret part of the link' })

const profileId = 'prof_019cb1c2d03e7d9fa1460b8857ec2f19'
const share = {
  id: 'shr_019cb1c2d03e7d9fa1460b8857ec2f30',
  projectId: 'studio',
  profileId,
  kind: 'result' as const,
  title: 'Spring campaign',
  status: 'active' as const,
  createdAt: '2026-03-02T09:00:00.000Z',
  expiresAt: '2026-03-16T09:00:00.000Z',
  pictureCount: 1,
  answerCount: 0,
}
const answered = { ...share, answerCount: 1, lastAnswerAt: '2026-03-03T10:00:00.000Z' }
const reviewer = {
  id: 'rev_019cb1c2d03e7d9fa1460b8857ec2f32',
  name: 'Ann',
  joinedAt: answered.lastAnswerAt,
  completedAt: '2026-03-03T10:05:00.000Z',
}
const page = { 'text/html': '<!doctype html><html lang="en"><title>Spring campaign</title></html>' }
const ended = { 404: 'A page: the link is not valid', 410: 'A page: the link has expired or was revoked' }

export const shareOperations = {
  createShare: operation(
    { body: NewShare, reply: CreatedShare },
    {
      summary: 'Create a link that anyone can open without a key',
      description: `Shares the profile's overview or, with \`frames\`, a scoring result, or with \`boardId\` a board, as it is now. Later changes do not appear on the page. Visitors of a result can approve or reject pictures and comment on them. Only this response contains the link, which is stored as a hash. A share ends no later than the key that created it: when the key expires, or as soon as it is revoked. If the key is rotated, its successor counts. A profile has at most ${limits.sharesPerProfileMax} active shares, a share at most ${limits.picturesPerShareMax} pictures.`,
      faults: [
        'profile_not_found',
        'unknown_branch',
        'unknown_version',
        'unknown_dimension',
        'too_many_shares',
        'account_full',
      ],
      answers: { 201: 'The share was created' },
      examples: {
        body: {
          profileId,
          title: share.title,
          frames: [{ id: 'cover', url: 'https://example.com/cover.jpg', name: 'Cover' }],
          threshold: 0.6,
        },
        reply: { ...share, url: '/share/EXAMPLE0000000000000000000000000000000000000' },
      },
    },
  ),

  listShares: operation(
    {
      query: z.object({
        projectId: ProjectId.optional(),
        profileId: z.string().optional().meta({ description: 'Only shares of this profile' }),
        ...pageQuery,
      }),
      reply: z.object({ shares: z.array(Share), nextCursor }),
    },
    {
      summary: 'List shares, newest first',
      description: `Includes expired and revoked ones, which are kept with their answers for ${describeDaysKept('shares')}.`,
      faults: ['project_forbidden'],
      answers: { 200: 'A page of shares' },
      examples: { reply: { shares: [answered] } },
    },
  ),

  getShare: operation(
    { params: byId, reply: ShareWithAnswers },
    {
      summary: 'Get a share with its pictures and the answers of visitors',
      description: 'An answer decides on a picture, comments on it or on the whole result, or both.',
      faults: ['share_not_found'],
      answers: { 200: 'The share' },
      examples: {
        reply: {
          ...answered,
          pictures: [{ number: 0, name: 'Cover', thumbnail: `/v1/thumbnails/${'0'.repeat(64)}`, score: 0.8312 }],
          answers: [
            {
              id: 'ans_019cb1c2d03e7d9fa1460b8857ec2f31',
              at: answered.lastAnswerAt,
              picture: 0,
              decision: 'approve',
              comment: 'This one!',
              author: 'Ann',
              reviewer: reviewer.id,
            },
          ],
          reviewers: [reviewer],
        },
      },
    },
  ),

  revokeShare: operation(
    { params: byId, reply: Success },
    {
      summary: 'Revoke a share',
      description: `The link stops working immediately. This cannot be undone. The answers are kept for ${describeDaysKept('shares')}.`,
      faults: ['share_not_found'],
      answers: { 200: 'The share was revoked' },
      examples: { reply: { success: true } },
    },
  ),

  openShare: operation(
    {
      params: z.object({ token }),
      query: z.object({ sent: z.string().optional().meta({ description: 'Thanks the visitor for the answers' }) }),
      reply: z.string(),
    },
    {
      summary: 'The page of a share',
      description:
        'Needs no key, no script and no cookie; with a script, each click is saved. It shows nothing of the account but what was shared.',
      faults: [],
      answers: { 200: 'The page', ...ended },
      examples: { text: page },
    },
  ),

  answerShare: operation(
    { params: z.object({ token }), reply: z.string() },
    {
      summary: 'Send answers from the page of a result',
      description: `The form of the page. \`decision-N\` and \`comment-N\` are about picture N, \`comment\` about the whole result, \`author\` names the visitor, and with \`done\` the visitor is done. Decisions belong to the name; \`was-N\` is the decision that the page showed. A form has at most ${limits.fieldsPerFormMax} fields, a comment ${limits.commentCharactersMax} characters and ${limits.lineBreaksPerCommentMax} line breaks, a name ${limits.authorCharactersMax} characters. A share takes at most ${limits.submissionsPerMinuteMax} submissions a minute, ${limits.answersPerShareMax} answers and ${limits.commentBytesPerShareMax} bytes of comments.`,
      faults: ['origin_forbidden'],
      answers: {
        303: 'The answers were stored: see the page',
        400: 'The page, which says what is wrong',
        ...ended,
        422: 'The page: the share has as many answers or comments as it can take',
        429: 'The page: answers were sent too often',
      },
      examples: {
        sent: { 'application/x-www-form-urlencoded': 'author=Ann&decision-0=approve&comment-0=This+one%21' },
        text: page,
      },
    },
  ),

  reviewShare: operation(
    { params: z.object({ token }), body: NewReview, reply: Reviewer },
    {
      summary: 'Save one decision or comment of a visitor',
      description: `What the script of the page sends with each click. A decision replaces only one of the same reviewer. A share has at most ${limits.reviewersPerShareMax} reviewers, each with ${limits.answersPerReviewerMax} answers; a reviewer saves at most ${limits.reviewsPerReviewerPerMinuteMax} times a minute, all together ${limits.reviewsPerMinuteMax} times. Pages of other origins are refused.`,
      faults: ['share_not_found', 'origin_forbidden', 'too_many_answers', 'rate_limited'],
      answers: { 200: 'The reviewer, after it was saved' },
      examples: {
        body: {
          reviewer: 'EXAMPLE000000000000000000000000000000000000',
          name: 'Ann',
          picture: 0,
          decision: 'approve',
        },
        reply: reviewer,
      },
    },
  ),

  getShareAsset: operation(
    {
      params: z.object({ name: z.enum(['review.js', 'icon.svg']).meta({ description: 'The file' }) }),
      query: z.object({ v: z.string().optional().meta({ description: 'A fingerprint of the contents' }) }),
      reply: z.string(),
    },
    {
      summary: 'Get the script or the icon of the pages of shares',
      description: 'The same for all shares. With `v`, browsers keep it.',
      faults: [],
      answers: { 200: 'The script or the icon' },
      examples: {
        text: { 'text/javascript': "'use strict'", 'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
      },
    },
  ),

  getSharedPicture: operation(
    {
      params: z.object({
        token,
        number: wholeNumber(0, picturesPerShareMax - 1).meta({ description: 'The number of the picture' }),
      }),
      query: z.object({
        size: z
          .enum(['medium', 'large', 'full'])
          .optional()
          .meta({ description: '512, 1,024 or 2,048 pixels; `medium` by default' }),
      }),
      reply: z.string(),
    },
    {
      summary: 'Get a picture of a share',
      description: 'Found only through the link, as long as the share is active and the account has the picture.',
      faults: ['share_not_found', 'thumbnail_not_found'],
      answers: { 200: 'The picture as WebP', 304: 'The client already has it' },
      examples: { text: { 'image/webp': 'RIFF…WEBP' } },
    },
  ),
} satisfies OperationsFor<typeof shareRoutes>
