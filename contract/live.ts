import { z } from 'zod'
import { streamRoute } from './kit.ts'

/** What screens are told has changed in their clinic: never what or whose, so that each asks for it as itself. */
const liveTopics = ['consents', 'messages', 'appointments', 'emergency-accesses'] as const
export type LiveTopic = (typeof liveTopics)[number]

/** Endpoints that stay open and tell news as server-sent events. */
export const liveStreams = {
  clinic: streamRoute({
    path: '/api/clinic/live',
    summary: 'News of the clinic as server-sent events: the names of what has changed, and nothing of it',
    access: 'clinic',
    audit: null,
    params: z.object({}),
    example: {},
  }),
}
