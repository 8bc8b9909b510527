import type {
  listDeliveriesOfConsent,
  ConsentMetadataRow,
  listMetadataEvents,
  listSealedFiles,
} from './emergency-access-store.ts'

type RelatedRecords = {
  events: Awaited<ReturnType<typeof listMetadataEvents>>
  documents: Awaited<ReturnType<typeof listSealedFiles>>
  deliveries: Awaited<ReturnType<typeof listDeliveriesOfConsent>>
}

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null

/** A consent as metadata. */
export const metadataView = (
  consent: ConsentMetadataRow,
  { events, documents, deliveries }: RelatedRecords,
) => ({
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
