import { z } from 'zod'
import {
  aborted,
  id,
  instant,
  invalidArgument,
  isoDate,
  notFound,
  operation,
  optionalText,
  paginated,
  paging,
  text,
} from './kit.ts'
import { incident_text_length_max } from './limits.ts'

/** What incidents are sorted by; a minus stands for the newest first. */
const incidentSorts = ['-day', 'day'] as const
export type IncidentSort = (typeof incidentSorts)[number]

export const incidentKinds = ['incident', 'near-miss', 'complaint'] as const

const Incident = z.object({
  id,
  kind: z.enum(incidentKinds),
  happenedOn: isoDate,
  summary: z.string(),
  isAboutConsent: z.boolean(),
  consentId: id.nullable(),
  candour: z.string(),
  learning: z.string(),
  shared: z.string(),
  recordedBy: z.string(),
  at: instant,
  closedBy: z.string().nullable(),
  closedAt: instant.nullable(),
})
export type Incident = z.infer<typeof Incident>

const needs = 'accessSettings'
const path = '/api/clinic/incidents'
const incidentFields = {
  /** What was told to the person concerned. */
  candour: optionalText(incident_text_length_max),
  learning: optionalText(incident_text_length_max),
  /** How it was shared with the team, and when. */
  shared: optionalText(incident_text_length_max),
}
const noIncident = { 'not-found': notFound('Incident') }
const incidentClosedRefusal = aborted('This is already closed. Reload the page.')

/** Incidents and complaints, those about consent marked, with what was learned. */
export const incidents = {
  list: operation({
    method: 'GET',
    path,
    summary: 'Incidents and complaints, the newest first unless sorted otherwise',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object({
      ...paging,
      about: z.enum(['all', 'consent', 'open']).default('all'),
      /** Those of one consent alone. */
      consentId: id.optional(),
      sort: z.enum(incidentSorts).default('-day'),
    }),
    output: paginated(Incident),
    example: {},
  }),
  record: operation({
    method: 'POST',
    path,
    summary: 'Write down an incident, a near miss or a complaint',
    access: 'clinic',
    needs,
    audit: { done: 'incident.recorded' },
    idempotent: true,
    input: z.object({
      kind: z.enum(incidentKinds),
      happenedOn: isoDate,
      summary: text(incident_text_length_max),
      isAboutConsent: z.boolean(),
      consentId: id.nullable().default(null),
      ...incidentFields,
    }),
    output: Incident,
    refusals: {
      'in-future': invalidArgument('Enter today or a date in the past.'),
      'consent-not-found': notFound('Consent'),
    },
    example: {
      kind: 'near-miss',
      happenedOn: '2026-01-05',
      summary: 'A consent named the tooth beside the one meant; found before treatment.',
      isAboutConsent: true,
    },
  }),
  update: operation({
    method: 'PUT',
    path: `${path}/{incidentId}`,
    summary: 'Write down what was told, learned and shared; and close it',
    access: 'clinic',
    needs,
    audit: { done: 'incident.updated' },
    validatesOnlyChanges: true,
    input: z.object({ incidentId: id, ...incidentFields, isClosed: z.boolean() }),
    output: Incident,
    refusals: {
      ...noIncident,
      'already-closed': incidentClosedRefusal,
      'learning-missing': invalidArgument(
        'Before it is closed, enter what was learned and how it was shared.',
      ),
    },
    example: {
      incidentId: ':incidentId',
      learning: 'Read the tooth aloud from the consent.',
      shared: 'Staff meeting of 6 January',
      isClosed: false,
    },
  }),
}
