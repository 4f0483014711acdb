import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'

/** Checks the subjects of commits, starting with the commit that added this file. */

const mostCharacters = 72

/** Imperatives whose ending looks like another verb form. */
const imperatives =
  /^(?:Alias|Bring|Embed|Exceed|Feed|Focus|Need|Ping|Proceed|Ring|Seed|Shed|Speed|Spring|String|Succeed)$/
const otherForms = /(?:[^s]s|ed|ing)$/
const noVerbs =
  /^(?:A|An|The|This|That|These|It|What|Who|When|Where|While|If|No|Not|Each|Every|One|Two|In|Of|On|At|By|For|From|With|Without|All|More|New|Only|To)$/

/** What is wrong with a subject, or null. */
const subjectFault = (subject: string): string | null => {
  const [first = ''] = subject.split(' ')
  if (subject.length > mostCharacters) return `has ${subject.length} characters, ${mostCharacters} at most`
  if (!/^[A-Z][a-z-]*$/.test(first)) return 'does not begin with a capitalised verb'
  if (noVerbs.test(first) || (otherForms.test(first) && !imperatives.test(first))) {
    return 'does not begin with a verb in the imperative'
  }
  return subject.endsWith('.') ? 'ends with a period' : null
}

const git = (directory: string, ...args: ReadonlyArray<string>): string | null => {
  const { status, stdout } = spawnSync('git', args, { cwd: directory, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/**
 * The faulty subjects since the file was added. A shallow clone begins with a commit that seems to add every file, so
 * only later commits are read. Without a repository, or before the file is committed, nothing is read.
 */
export const subjectProblems = (
  directory: string,
  file = 'tools/documents/CommitSubjects.ts',
): ReadonlyArray<string> => {
  if (git(directory, 'rev-parse', '--show-toplevel') !== realpathSync(directory)) return []
  const [added = ''] = git(directory, 'log', '--diff-filter=A', '--format=%H', '--', file)?.split('\n') ?? []
  if (added === '') return []
  return (git(directory, 'log', '--no-merges', '--format=%h %s', `${added}..HEAD`) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const [hash = '', ...words] = line.split(' ')
      const fault = subjectFault(words.join(' '))
      return fault === null ? [] : [`commit ${hash} "${words.join(' ')}" ${fault}`]
    })
}
