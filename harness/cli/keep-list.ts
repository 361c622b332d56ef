import { complain } from './complain.js'
import { makeList } from './kept-list.js'

// Run by the set-up after the compiler: the list of checks belongs to the build.
try {
  await makeList()
} catch (error) {
  process.exitCode = complain(error)
}
