import type { BreachEntry, BreachGap, BreachRisk } from '../../../contract/data-protection.ts'

export const riskWords: Record<BreachRisk, string> = {
  unlikely: 'A risk to people is unlikely',
  risk: 'A risk to people',
  high: 'A high risk to people',
}

export const gapWords: Record<BreachGap, string> = {
  assessment: 'Assess the risk to people',
  commissioner: 'Notify the ICO',
  people: 'Notify the people, or record why not',
  measures: 'Record the measures taken',
}

export const entryWords: Record<BreachEntry['kind'], string> = {
  facts: 'What happened',
  assessed: 'Risk assessed',
  'commissioner-told': 'ICO notified',
  'commissioner-not-told': 'ICO not notified',
  'people-told': 'People notified',
  'people-not-told': 'People not notified',
  measures: 'Measures taken',
  noted: 'Note',
}

/** What the commissioner is to be told (UK GDPR, Article 33(3)). */
export const regulatorNotificationPoints = [
  'What happened, and when it was discovered',
  'Categories and numbers of people and records',
  'Contact at the practice',
  'Likely consequences for people',
  'Measures taken and planned',
  'Reason for delay, if later than 72 hours',
]
