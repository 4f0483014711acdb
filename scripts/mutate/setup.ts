import fc from 'fast-check'

/** What a property found against the rule is enough: nobody reads the smallest example. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true })
