import type { deliveriesOf, Metadata, plainEventsOf, sealedFilesOf } from './emergency-access-store.ts'

type Beside = {
  events: Awaited<ReturnType<typeof plainEventsOf>>
  documents: Awaited<ReturnType<typeof sealedFilesOf>>
  deliveries: Awaited<ReturnType<typeof deliveriesOf>>
}

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null

/** A consent as metadata. */
export const metadataView = (consent: Metadata, { events, documents, deliveries }: Beside) => ({
  ...consent,
  createdAt: consent.createdAt.toISOString(),
  sentAt: isoOf(consent.sentAt),
  viewedAt: isoOf(consent.viewedAt),
  signedAt: isoOf(consent.signedAt),
  finalisedAt: isoOf(consent.finalisedAt),
  expiresAt: isoOf(consent.expiresAt),
  events: events.map((event) => ({ ...event, at: event.at.toISOString() })),
  documents: documents.map((document) => ({
    ...document,
    createdAt: document.createdAt.toISOString(),
    stampedUntil: isoOf(document.stampedUntil),
  })),
  deliveries: deliveries.map((delivery) => ({
    ...delivery,
    createdAt: delivery.createdAt.toISOString(),
    updatedAt: delivery.updatedAt.toISOString(),
  })),
})
