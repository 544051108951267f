"""The one table of acts: words, roles, keys, places and form of each in one row, under the name of its function.

Permissions, what a station keeps offline, the keys of every screen and their card in the help, *Due now* and the
forms derive from it; `act_row` says what stands in a row.
"""

from __future__ import annotations

from types import MappingProxyType

from floorapp.domain.people import READING_ONLY
from floorapp.operations.act_roles import AT_SCREEN, CA, FS, FSA, FSC, FSCV, PSC, PSCV, SA, SC, A, C, G, S
from floorapp.operations.act_row import ActRow, act, on


class Acts:
    """Every act for which somebody's role is asked."""

    # --- the house ---
    set_property = act(
        "Set the property's name, zone, gaming day and shifts",
        A,
        on("Alt C", "Change the property…", "settings"),
        form="settings",
    )
    set_policy = act(
        "Set the property's own times and limits", CA, on("Alt P", "Change the policy…", "settings"), form="settings"
    )
    set_notices = act(
        "Set which incidents the regulator is notified of",
        CA,
        on("Alt N", "Regulator notices…", "settings"),
        form="incident_files",
    )
    set_retention = act(
        "Set how long each kind of record is kept", CA, on("Alt R", "Retention schedule…", "settings"), form="settings"
    )
    add_pit = act("Add a pit", SA, on("Alt P", "Add a pit…", "settings"), form="pits")
    move_pit = act("Move or rename a pit", SA, on("Alt C", "Rename or move…", "settings"), form="pits")
    add_table = act("Add a table", SA, on("Alt A", "Add a table…", "settings"), form="settings")
    change_table = act("Change how a table is set up", SA, on("Alt C", "Change…", "settings"), form="settings")
    move_table = act("Move a table on the map", SA)
    retire_table = act("Retire a table", SA, on("Alt R", "Retire…", "settings"), form="settings")
    fit_equipment = act(
        "Install equipment at a table",
        FSA,
        on("Alt E", "Install equipment…", "settings"),
        due="Install",
        form="equipment",
    )
    remove_equipment = act(
        "Remove equipment from a table", FSA, on("Alt X", "Remove equipment…", "settings"), form="equipment"
    )
    submit_rules = act("Record a Rules Submission", C, on("Alt A", "Record a submission…", "settings"), form="settings")

    install_rulebook = act("Install a rulebook", C, on("Alt I", "Install a rulebook…", "settings"), walk="settings")

    # --- people ---
    add_person = act("Add a person", A, on("Alt A", "Add a person…", "settings"), form="people")
    rename_person = act("Change a person's name", A, on("Alt N", "Rename…", "settings"), form="people")
    set_badge = act("Set a person's title and license", A, on("Alt T", "Title and license…", "settings"), form="people")
    change_role = act("Change a person's role", A, on("Alt R", "Change role…", "settings"), form="people")
    disable_person = act("Disable a person", A, on("Alt D", "Disable…", "settings"), form="people")
    enable_person = act("Enable a disabled person", A, on("Alt D", "Enable…", "settings"), form="people")
    readmit_person = act("Unlock a locked-out person", A, on("Alt L", "Unlock…", "settings"), form="people")
    reset_password = act("Give a person a new password", A, on("Alt W", "New password…", "settings"), form="people")
    reset_pin = act("Give a person a new PIN", A, on("Alt O", "New PIN…", "settings"), form="people")
    change_password = act(
        "Change one's own password", AT_SCREEN, on("Alt M", "My password…", "settings"), first=True, form="people"
    )
    change_pin = act("Change one's own PIN", AT_SCREEN, on("Alt I", "My PIN…", "settings"), first=True, form="people")
    sign_out = act("Sign out", AT_SCREEN, kept=True, first=True)
    lock_screen = act("Lock the screen", AT_SCREEN, kept=True, first=True)

    look_at = act("Look at the record as an auditor or regulator", READING_ONLY, kept=True)

    # --- tables ---
    assign = act(
        "Assign a floorperson or dealer to a table",
        FS,
        on("Alt F", "Assign…", "floor", "table"),
        on("Alt F", "Assign floorperson", "opening"),
        due="Assign",
        form="tables",
    )
    relieve = act("Take a person off a table", FS, on("Alt L", "Relieve…", "table"), form="tables")
    open_table = act(
        "Open a table", FS, on("F7", "Open…", "floor", "table"), on("F7", "Open table", "floor"), walk="opening"
    )
    check_table = act(
        "Check a table's shuffle, cut, layout and equipment",
        FS,
        on("Alt K", "Check the table", "table"),
        kept=True,
        walk="opening",
    )
    suspend_table = act(
        "Stop a game", FS, on("Alt S", "Stop dealing…", "table"), kept=True, due="Stop table", form="tables"
    )
    resume_table = act(
        "Resume a stopped game", FS, on("F7", "Resume dealing", "floor", "table"), due="Resume", form="tables"
    )
    close_table = act("Close a table", FS, on("F7", "Close table…", "floor", "table"), form="tables")

    # --- cards ---
    receive_decks = act("Receive cards into card storage", S, on("Alt R", "Receive cards…", "decks"), form="cards")
    issue_decks = act("Issue cards to a table", FS)
    open_decks = act(
        "Open and inspect cards at a table", FS, on("F9", "Open set", "decks"), due="Open", behind="decks", form="cards"
    )
    remove_tens = act("Remove the tens from cards", FS, on("Alt O 7", "Tens removed…", "decks"), form="deck_sets")
    count_decks = act(
        "Count cards at a table",
        FS,
        on("Alt O 5", "Count cards…", "floor", "table"),
        on("Alt O 1", "Count cards…", "decks"),
        on("Alt C", "Count cards…", "opening"),
        kept=True,
        due="Count again",
        form="deck_sets",
    )
    replace_card = act(
        "Replace a single card",
        FS,
        on("Alt O 6", "Replace a card…", "floor", "table"),
        on("Alt O 2", "Replace a card…", "decks"),
        kept=True,
        form="deck_sets",
    )
    change_decks = act(
        "Change the cards of a table",
        FS,
        on("F3", "Change decks", "floor", "table", "decks"),
        on("F3", "Deliver cards", "opening", "decks"),
        kept=True,
        due="Change decks",
        behind="decks",
        form="cards",
    )
    withdraw_decks = act(
        "Take cards out of service",
        FS,
        on("Alt O 7", "Take a set out of service…", "floor", "table"),
        on("Alt O 3", "Take a set out of service…", "decks"),
        kept=True,
        form="deck_sets",
    )
    seal_decks = act(
        "Seal cards out of service", FS, on("F9", "Seal", "decks"), kept=True, due="Seal", behind="decks", form="cards"
    )
    collect_decks = act(
        "Transfer sealed cards to security",
        FS,
        on("F9", "Transfer to security", "decks"),
        due="Collect",
        behind="decks",
        form="cards",
    )
    inspect_decks = act(
        "Inspect collected cards", PSC, on("F9", "Inspect set", "decks"), due="Inspect", behind="decks", form="cards"
    )
    hold_decks = act(
        "Hold cards for an investigation", PSC, on("Alt O 4", "Hold for an investigation…", "decks"), form="deck_sets"
    )
    scan_label = act("Scan the label of a deck set or a table", FSC | G)
    destroy_decks = act(
        "Destroy collected cards", SC, on("F9", "Destroy set", "decks"), due="Destroy", behind="decks", form="cards"
    )

    # --- card storage ---
    set_storage_place = act(
        "Set a place of card storage and its par level", SC | A, on("Alt E", "Change…", "storage"), form="card_storage"
    )
    transfer_decks = act(
        "Transfer sealed cards between places of card storage",
        S | G,
        on("Alt M", "Transfer…", "storage"),
        form="card_storage",
    )
    return_decks = act("Return unopened cards to stock", S | G, on("Alt O 5", "Return…", "decks"), form="card_storage")
    cancel_decks = act(
        "Cancel (drill) inspected cards", SC | G, on("Alt O 6", "Cancel the set…", "decks"), form="card_storage"
    )
    count_storage = act(
        "Count a place of card storage",
        S | G,
        on("Alt C", "Count the place…", "storage"),
        due="Count",
        form="card_storage",
    )

    # --- shoes and batches ---
    begin_shoe = act(
        "Begin a shoe",
        FS,
        on("F4", "Next shoe…", "floor", "table", "shufflers"),
        kept=True,
        due="Next shoe",
        form="next_shoe",
    )
    load_batch = act(
        "Load a batch into the shuffler", FS, kept=True, due="Load batch", behind="shufflers", form="next_shoe"
    )
    swap_batches = act("Swap the batches of a shuffler", FS, kept=True)
    reach_cover_card = act(
        "Record that the cut card is out", FS, on("Alt O 1", "Cut card out", "floor", "table"), kept=True, form="shoes"
    )
    end_shoe = act(
        "End and count a shoe",
        FS,
        on("Alt O 9", "End the shoe…", "floor", "table"),
        kept=True,
        due="End shoe",
        form="next_shoe",
    )
    recut_shoe = act("Have the cards recut", FS, on("Alt O 3", "Recut…", "floor", "table"), kept=True, form="shoes")
    reshuffle_shoe = act(
        "Have a shoe reshuffled", FS, on("Alt O 4", "Reshuffle…", "floor", "table"), kept=True, form="shoes"
    )
    idle_shoe = act("Record a dead game", FS, on("Alt O 2", "Dead game", "floor", "table"), kept=True, form="shoes")
    resume_shoe = act(
        "Resume after a dead game", FS, on("Alt O 2", "Resume play…", "floor", "table"), kept=True, form="shoes"
    )
    burn_card = act("Record the burn card", FS, kept=True, due="Burned", form="tables")

    # --- readers and their lines ---
    inspect_reader = act(
        "Inspect a card reader",
        FS,
        on("F2", "Inspect", "floor"),
        on("F2", "Inspect reader", "table", "opening"),
        kept=True,
        due="Inspect",
        walk="inspect",
        behind="inspect",
    )
    report_reader_failure = act(
        "Report a failed card reader", FS, on("Alt O 8", "Reader failed…", "floor", "table"), kept=True, form="shoes"
    )
    mend_reader = act(
        "Record a card reader's repair or replacement",
        FS,
        on("Alt M", "Repair…", "floor"),
        on("Alt M", "Repair reader…", "table"),
        kept=True,
        due="Replace",
        behind="readers",
        form="tables",
    )
    add_line = act("Set up a reader line", SA, on("Alt A", "Add a line…", "readers"), form="reader_lines")
    edit_line = act("Edit a reader line", SA, on("Alt E", "Edit…", "readers"), form="reader_lines")
    remove_line = act("Remove a reader line", SA, on("Alt R", "Remove…", "readers"), form="reader_lines")
    switch_line = act(
        "Switch a reader line on or off",
        FSA,
        on("Alt S", "Switch off…", "readers"),
        on("Alt S", "Switch on…", "readers"),
        form="reader_lines",
    )
    know_reader = act("Register a card reader", SA, on("Alt K", "Register reader…", "readers"), form="reader_lines")
    forget_reader = act(
        "Unregister a card reader", SA, on("Alt F", "Unregister reader…", "readers"), form="reader_lines"
    )
    attach_virtual_reader = act(
        "Attach a virtual card reader to a table", SA, on("Alt V", "Attach virtual…", "readers"), form="reader_lines"
    )

    # --- shufflers ---
    report_shuffler_fault = act(
        "Report a shuffler's fault", FS, on("Alt J", "Jam or failure…", "shufflers"), kept=True, form="shufflers"
    )
    acknowledge_shuffler_fault = act(
        "Acknowledge a shuffler's fault",
        FS,
        on("Alt A", "Acknowledge the fault", "shufflers"),
        kept=True,
        due="Acknowledge",
        behind="shufflers",
        form="shufflers",
    )
    reshuffle_after_fault = act(
        "Record the reshuffle after a fault",
        FS,
        on("Alt H", "Cards are reshuffled…", "shufflers"),
        kept=True,
        due="Reshuffled",
        behind="shufflers",
        form="shufflers",
    )
    take_shuffler_out = act(
        "Take a shuffler out of service",
        FS,
        on("Alt O", "Out of order…", "shufflers"),
        kept=True,
        due="Out of order",
        form="shufflers",
    )
    return_shuffler = act(
        "Return a shuffler to service",
        FS,
        on("Alt B", "Back in service…", "shufflers"),
        kept=True,
        due="Return",
        behind="shufflers",
        form="shufflers",
    )

    # --- incidents ---
    report_irregularity = act(
        "Report an irregularity", FSC, on("F5", "Report", "floor", "table"), kept=True, due="Report", walk="report"
    )
    add_to_incident = act("Add to an incident", FSC, on("N", "Add…", "incidents"), kept=True)
    return_incident = act("Return an incident to its reporter", PSC, on("R", "Return…", "incidents"))
    answer_incident = act(
        "Respond to a returned incident", FSC, on("W", "Respond", "incidents"), due="Respond", walk="incidents"
    )
    approve_incident = act(
        "Approve an incident", PSC, on("A", "Approve and sign", "incidents"), due="Review", walk="incidents"
    )
    close_incident = act("Close an incident", SC, on("C", "Close", "incidents"), due="Close", walk="incidents")
    reopen_incident = act("Reopen a closed incident", SC, on("O", "Reopen…", "incidents"))
    describe_incident = act(
        "Enter who and how much of an incident", FSC, on("Alt O 1", "Details…", "incidents"), form="incident_files"
    )
    call_surveillance = act(
        "Record a call to surveillance", FSCV, on("Alt O 2", "Surveillance called…", "incidents"), form="incident_files"
    )
    answer_review = act(
        "Record surveillance's review",
        PSCV,
        on("Alt O 3", "Surveillance review…", "incidents"),
        due="Review answer",
        form="incident_files",
    )
    notify_regulator = act(
        "Record the regulator's notice",
        FSC,
        on("Alt O 4", "Regulator notified…", "incidents"),
        due="Notify",
        form="incident_files",
    )
    set_action = act(
        "Set a corrective action", PSC, on("Alt O 5", "Corrective action…", "incidents"), form="incident_files"
    )
    finish_action = act(
        "Complete a corrective action",
        FSC,
        on("Alt O 6", "Action completed…", "incidents"),
        due="Complete",
        form="incident_files",
    )

    # --- what is due, handing over, the gaming day ---
    acknowledge_duty = act("Acknowledge what is due", FSC, due="Acknowledge")
    shelve_duty = act("Snooze a reminder", FS)
    give_handover = act("Give a shift change", FSC, kept=True)
    accept_handover = act("Accept a shift change", FSC, due="Accept", walk="handover")
    end_gaming_day = act("End a gaming day", SC, due="End day", walk="handover")

    # --- the logbook itself, from the command line ---
    replace_station_key = act("Put a new key of a station on record", A)
    rebuild_state = act("Rebuild the state from the entries", A)
    restore_backup = act("Restore a backup over a newer logbook", A)

    # --- papers, rounds, disputes, corrections ---
    issue_document = act("Issue a document", AT_SCREEN)
    reprint_document = act("Reprint an issued document", AT_SCREEN)
    sign_document = act("Sign a document that somebody else issued", AT_SCREEN - READING_ONLY)
    import_rounds = act("Import rounds and verify them", FSC)
    audit_rounds = act("Verify rounds again and record the result", SC)
    keep_dispute = act("Save a round entered at the dispute desk", FSC)
    open_case = act("Open a case for a patron's claim", FSC)
    open_complaint = act(
        "Open a case for a patron's complaint", FSC, on("Alt A", "Add a complaint…", "cases"), form="cases"
    )
    file_case = act(
        "Enter the form offered, the Board's number and the evidence of a case",
        FSC,
        on("Alt E", "Evidence…", "cases"),
        form="cases",
    )
    change_case = act("Add to a patron's case", FSC, on("Alt D", "Decision…", "cases"), form="cases")
    close_case = act(
        "Close a patron's case", SC, on("Alt C", "Close the case…", "cases"), due="Close case", walk="disputes"
    )
    correct_entry = act("Correct an entry", FSC)
    sign_entries = act(
        "Sign what one entered, at the end of a route",
        FS,
        on("Alt O 0", "Sign my entries…", "floor", "table", "decks"),
        on("G", "Sign my entries…", "inspect"),
        form="routes",
    )
    place_hold = act("Place a legal hold", SC)
    release_hold = act("Release a legal hold", C)


#: Every act by its name.
ACTS = MappingProxyType({row.name: row for row in vars(Acts).values() if isinstance(row, ActRow)})
