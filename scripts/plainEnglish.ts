import { subjectProblems } from '#tools/documents/CommitSubjects.ts'
import { plainProblems } from '#tools/documents/PlainEnglish.ts'

/** Fails when a document, a comment or a commit's subject is not plain English. `tools/documents/PlainEnglish.ts` has the patterns. */

for (const problem of [...plainProblems(), ...subjectProblems(process.cwd())]) {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}
