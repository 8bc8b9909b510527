import type { Profiler } from 'node:inspector'
import { expect, test } from 'vitest'
import { summarizeProfile } from './profile-summary.ts'

const node = (id: number, functionName: string, children: number[] = []): Profiler.ProfileNode => ({
  ...{ id, children },
  callFrame: {
    functionName,
    scriptId: '1',
    url: 'file:///build/server/main.js',
    lineNumber: id,
    columnNumber: 0,
  },
})

test('time is a share of what was not idle, and what calls itself counts once', () => {
  const nodes = [node(1, '(root)', [2, 5]), node(2, 'walk', [3, 4]), node(3, 'walk', []), node(4, 'hash', [])]
  const idle = { ...node(5, '(idle)'), callFrame: { ...node(5, '(idle)').callFrame, url: '' } }
  nodes[0]!.callFrame.url = ''
  nodes[2]!.callFrame.lineNumber = 2
  const profile = {
    ...{ nodes: [...nodes, idle], startTime: 0, endTime: 100 },
    ...{ samples: [2, 3, 4, 5], timeDeltas: [10, 20, 10, 60] },
  }
  expect(summarizeProfile(profile, 2)).toEqual({
    self: [
      { function: 'walk server/main.js:3', percent: 75 },
      { function: 'hash server/main.js:5', percent: 25 },
    ],
    subtree: [
      { function: 'walk server/main.js:3', percent: 100 },
      { function: 'hash server/main.js:5', percent: 25 },
    ],
  })
})
