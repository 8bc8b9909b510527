import type { BreachEntry, BreachGap, BreachRisk } from '../../../contract/data-protection.ts'

export const riskWords: Record<BreachRisk, string> = {
  unlikely: 'A risk to people is unlikely',
  risk: 'A risk to people',
  high: 'A high risk to people',
}

export const gapWords: Record<BreachGap, string> = {
  assessment: 'Judge the risk to people',
  commissioner: 'Tell the Information Commissioner',
  people: 'Tell the people, or write down why not',
  measures: 'Write down what was done about it',
}

export const entryWords: Record<BreachEntry['kind'], string> = {
  facts: 'What happened',
  assessed: 'Risk judged',
  'commissioner-told': 'Information Commissioner told',
  'commissioner-not-told': 'Information Commissioner not told',
  'people-told': 'People told',
  'people-not-told': 'People not told',
  measures: 'What was done about it',
  noted: 'Note',
}

/** What the commissioner is to be told (UK GDPR, Article 33(3)). */
export const regulatorNotificationPoints = [
  'What happened, and when it was discovered',
  'What kind of people and how many, what kind of records and how many',
  'Whom at the practice to ask',
  'What is likely to follow for the people',
  'What was done and will be done about it',
  'If it is later than 72 hours: why',
]
