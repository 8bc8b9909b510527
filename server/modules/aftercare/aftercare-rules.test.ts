import { describe, expect, it } from 'vitest'
import treatments from '../../../build/content/treatments.json' with { type: 'json' }
import type { FrozenContent } from '../../../contract/consents.ts'
import {
  adviceSectionIndexes,
  needsEmergencyAdvice,
  aftercareLibrary,
  planMessages,
  nextMessage,
  defaultAftercarePolicy,
  surveyStartsAt,
} from './aftercare-rules.ts'
import { surveyMetrics } from './aftercare-survey-rules.ts'

const clock = { quiet: { quietFrom: '20:00', quietUntil: '08:00' }, timeZone: 'Europe/London' }
const doneTreatment = (type: string, place = 0) => ({ place, title: type, type })
/** A Monday in winter, when London's clocks show what the world's do. */
const monday = (time: string) => new Date(`2026-03-02T${time}:00Z`)
const planSteps = (doneAt: Date, types: string[], policy = defaultAftercarePolicy) =>
  planMessages({ doneAt, treatments: types.map(doneTreatment) }, policy, clock).map(
    ({ step, at }) => `${step} ${at.toISOString().slice(0, 16)}`,
  )

describe('messages after a treatment', () => {
  it('follow an extraction after four hours, and on the mornings of days 1, 3 and 7', () => {
    expect(planSteps(monday('09:30'), ['Tooth Extraction'])).toEqual([
      'hours-4 2026-03-02T13:30',
      'day-1 2026-03-03T10:00',
      'day-3 2026-03-05T10:00',
      'day-7 2026-03-09T10:00',
      // London is an hour ahead of the world by then: 10:00 stays 10:00.
      'survey 2026-04-01T09:00',
    ])
  })

  it('leave out the first hours where they fall into the night', () => {
    expect(planSteps(monday('17:00'), ['Tooth Extraction'])[0]).toBe('day-1 2026-03-03T10:00')
  })

  it('of several treatments are those of each, once, and the survey waits for the longest', () => {
    expect(planSteps(monday('09:30'), ['Tooth Extraction', 'Dental Implant Placement'])).toEqual([
      'hours-4 2026-03-02T13:30',
      'day-1 2026-03-03T10:00',
      'day-3 2026-03-05T10:00',
      'day-7 2026-03-09T10:00',
      'day-14 2026-03-16T10:00',
      'survey 2026-05-31T09:00',
    ])
  })

  it('are those that the practice wants', () => {
    const changed = [{ treatment: 'Tooth Extraction', hours: [], days: [2] }]
    const own = { ...defaultAftercarePolicy, survey: false, changed }
    expect(planSteps(monday('09:30'), ['Tooth Extraction'], own)).toEqual(['day-2 2026-03-04T10:00'])
    expect(planSteps(monday('09:30'), ['Tooth Extraction'], { ...own, isOn: false })).toEqual([])
  })

  it('are none after papers and pictures, and those of anything else after a type of the practice', () => {
    expect(planSteps(monday('09:30'), ['Imaging and Investigations'])).toEqual([])
    expect(planSteps(monday('09:30'), ['Our own'])).toEqual(planSteps(monday('09:30'), ['Other']))
  })

  it('are said of every type that we ship', () => {
    const known = [...treatments.builtIn, ...treatments.supplementary].map(({ name }) => name)
    expect(aftercareLibrary.types.map(({ treatment }) => treatment).toSorted()).toEqual(known.toSorted())
    for (const { hours, days, none } of aftercareLibrary.types)
      expect(hours.length + days.length > 0).toBe(!none)
  })
})

describe('the next message', () => {
  const steps = planMessages(
    { doneAt: monday('09:30'), treatments: [doneTreatment('Tooth Extraction')] },
    { ...defaultAftercarePolicy, survey: false },
    clock,
  )
  it.each([
    ['before the first', [], '2026-03-02T10:00:00Z', 'hours-4'],
    ['when it is due', [], '2026-03-02T13:30:00Z', 'hours-4'],
    ['after it', ['hours-4'], '2026-03-02T13:30:00Z', 'day-1'],
    ['of two overdue the later', [], '2026-03-03T10:00:00Z', 'day-1'],
    ['after a later one no earlier', ['day-1'], '2026-03-03T10:00:00Z', 'day-3'],
    ['none that is late by more than a day', [], '2026-03-04T10:01:00Z', 'day-3'],
    ['none at the end', ['day-7'], '2026-03-09T10:00:00Z', null],
    ['none long after', [], '2026-06-09T10:00:00Z', null],
  ])('is, %s, the right one', (_when, sent, now, expected) => {
    expect(nextMessage(steps, new Set(sent), new Date(now))?.step ?? null).toBe(expected)
  })
})

describe('the page', () => {
  const section = (title: string, places?: number[]) => ({
    ...{ id: 1, title, content: '<p>Rest.</p>' },
    ...(places ? { treatments: places } : {}),
  })
  const text = {
    sections: [
      section('Description'),
      section('Aftercare Instructions', [0]),
      section('Zalecenia po leczeniu', [1]),
      section('Aftercare Instructions'),
    ],
  } as unknown as FrozenContent
  it('shows the advice about what was done, in whatever language', () => {
    expect(adviceSectionIndexes(text, new Set([0]))).toEqual([1, 3])
    expect(adviceSectionIndexes(text, new Set([1]))).toEqual([2, 3])
    expect(adviceSectionIndexes(text, new Set())).toEqual([1, 2, 3])
  })
  it('tells of 999 and 111 where something can turn serious', () => {
    expect(needsEmergencyAdvice([doneTreatment('Dental Fillings'), doneTreatment('Oral Surgery')])).toBe(true)
    expect(needsEmergencyAdvice([doneTreatment('Teeth Whitening')])).toBe(false)
  })
  it('asks how it went on the day that the longest treatment says', () => {
    const done = { doneAt: monday('09:30'), treatments: [doneTreatment('Imaging and Investigations')] }
    expect(surveyStartsAt(done, defaultAftercarePolicy, clock)).toBeNull()
    const whitened = { ...done, treatments: [doneTreatment('Teeth Whitening')] }
    expect(surveyStartsAt(whitened, defaultAftercarePolicy, clock)).toEqual(new Date('2026-04-01T09:00:00Z'))
    expect(surveyStartsAt(whitened, { ...defaultAftercarePolicy, survey: false }, clock)).toBeNull()
  })
})

describe('figures', () => {
  const glad = { understood: 5, asSaid: 5, again: 5, regret: 1 }
  const sorry = { understood: 1, asSaid: 1, again: 1, regret: 5 }
  it('are none of fewer than five', () => {
    expect(surveyMetrics([glad, glad, glad, glad])).toBeNull()
    expect(surveyMetrics([glad, glad, glad, glad, glad])).toEqual({
      answers: 5,
      score: 100,
      means: { understood: 5, asSaid: 5, again: 5, regret: 1 },
    })
  })
  it('count regret the other way round', () => {
    expect(surveyMetrics([sorry, sorry, sorry, sorry, sorry])?.score).toBe(0)
    expect(surveyMetrics([glad, glad, glad, glad, sorry])?.score).toBe(80)
  })
})
