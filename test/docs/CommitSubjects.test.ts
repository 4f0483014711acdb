import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { subjectFault, subjectProblems } from '#tools/documents/CommitSubjects.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'

describe('the subject of a commit', () => {
  it.each(['Add a room', 'Fix #3', 'Process what waits', `Make ${'x'.repeat(67)}`])('is in order: %s', (subject) => {
    expect(subjectFault(subject)).toBeNull()
  })

  it.each([
    [`Make ${'x'.repeat(68)}`, 'has 73 characters, 72 at most'],
    ['A turn takes as long, however many wait', 'does not begin with a verb in the imperative'],
    ['Added a room', 'does not begin with a verb in the imperative'],
    ['Adds a room', 'does not begin with a verb in the imperative'],
    ['Adding a room', 'does not begin with a verb in the imperative'],
    ['add a room', 'does not begin with a capitalised verb'],
    ['docs: add a room', 'does not begin with a capitalised verb'],
    ['Add a room.', 'ends with a period'],
  ])('is refused: %s', (subject, fault) => {
    expect(subjectFault(subject)).toBe(fault)
  })
})

describe('the commits of a repository', () => {
  const git = (directory: string, ...args: ReadonlyArray<string>) =>
    execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=n@example.com', ...args], { cwd: directory })

  const commit = (directory: string, subject: string, file: string) => {
    writeFileSync(join(directory, file), '')
    git(directory, 'add', '--all')
    git(directory, 'commit', '--quiet', '--message', subject)
  }

  const repository = (): string => {
    const directory = join(temporaryDirectory('subjects'), 'repository')
    mkdirSync(directory)
    git(directory, 'init', '--quiet')
    commit(directory, 'What was there before', 'a')
    commit(directory, 'The check', 'check')
    return directory
  }
  const problems = (directory: string) => subjectProblems(directory, 'check').map((line) => line.replace(/ \w+ /, ' '))
  const found = ['commit "Added something" does not begin with a verb in the imperative']

  it('are judged after the one that brought the check', () => {
    const directory = repository()
    expect(problems(directory)).toEqual([])
    commit(directory, 'Added something', 'b')
    commit(directory, 'Add another', 'c')
    expect(problems(directory)).toEqual(found)
  })

  it('are judged after the first one that a shallow clone has', () => {
    const directory = repository()
    for (const [subject, file] of [
      ['Nothing new', 'b'],
      ['The first of the clone', 'c'],
      ['Added something', 'd'],
    ] as const) {
      commit(directory, subject, file)
    }
    const clone = (depth: string) => {
      git(directory, 'clone', '--quiet', '--depth', depth, pathToFileURL(directory).href, `../clone${depth}`)
      return join(directory, `../clone${depth}`)
    }
    expect(problems(clone('2'))).toEqual(found)
    expect(problems(clone('1'))).toEqual([])
  })

  it('are none without a repository, or in a folder of another one', () => {
    const directory = repository()
    commit(directory, 'Added something', 'b')
    mkdirSync(join(directory, 'folder'))
    expect(problems(join(directory, 'folder'))).toEqual([])
    expect(problems(temporaryDirectory('no-repository'))).toEqual([])
  })
})
