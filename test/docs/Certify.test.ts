import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { certifyFlags } from '#simulator/certify/CertifyCommand.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'

const action = parse(readFileSync('action.yml', 'utf8'))
const [step] = action.runs.steps
const template = parse(readFileSync('examples/ci/gitlab-certify.yml', 'utf8'))['.cotejo-certify']

/** Runs a script with a stand-in for npx that says what it was asked, and ends as it is told. */
const run = (script: string, env: Record<string, string>, code = 0) => {
  const folder = temporaryDirectory('ci')
  writeFileSync(
    join(folder, 'npx'),
    `#!/bin/sh\nprintf '%s\\n' "$@" > asked\necho report > certificacion.md\nexit ${code}\n`,
  )
  chmodSync(join(folder, 'npx'), 0o755)
  const summary = join(folder, 'summary')
  const options = {
    cwd: folder,
    env: { ...env, PATH: `${folder}:${process.env['PATH']}`, GITHUB_STEP_SUMMARY: summary },
  }
  let ended = 0
  try {
    execFileSync('bash', ['-e', '-c', script], { ...options, stdio: 'pipe' })
  } catch (failure) {
    ended = Object(failure).status
  }
  return { ended, asked: readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n'), folder }
}

const given = {
  BACKEND: 'http://127.0.0.1:3000/a b',
  START: '',
  PACKAGE: './x.tgz',
  WEBHOOKS: '',
  SPEED: '60',
  REPORT_LANGUAGE: 'en',
}
const flagsIn = (asked: ReadonlyArray<string>) => asked.slice(3).filter((word) => word.startsWith('--'))

describe('the wrappers of certify for CI', () => {
  it('pass what they are given on to the package, with flags that it has', () => {
    for (const script of [step.run, template.script.join('\n')]) {
      const { ended, asked } = run(script, given)
      expect([ended, asked.slice(0, 7)]).toEqual([
        0,
        ['--yes', '--package', './x.tgz', 'cotejo-simulator', 'certify', '--backend', given.BACKEND],
      ])
      for (const flag of flagsIn(asked)) expect(Object.keys(certifyFlags)).toContain(flag.slice(2))
    }
    expect(run(step.run, { ...given, WEBHOOKS: 'http://127.0.0.1:3000/w' }).asked).toContain('http://127.0.0.1:3000/w')
  })

  it('end as the certification ends, after the report was kept', () => {
    const { ended, folder } = run(step.run, given, 1)
    expect([ended, readFileSync(join(folder, 'summary'), 'utf8')]).toEqual([1, 'report\n'])
    expect(run(template.script.join('\n'), given, 2).ended).toBe(2)
  })

  it('start a back end beside it', () => {
    const { folder } = run(`${step.run.replace('exit "$code"', 'wait')}`, { ...given, START: 'echo started > started' })
    expect(readFileSync(join(folder, 'started'), 'utf8')).toBe('started\n')
  })

  it('take every input as a variable', () => {
    expect(Object.keys(step.env).length).toBe(Object.keys(action.inputs).length)
    expect(Object.keys(template.variables).every((name) => Object.keys(step.env).includes(name))).toBe(true)
  })
})
