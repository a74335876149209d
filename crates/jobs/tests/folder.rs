//! The folder of a job: begun, planned anew, taken over from an older version, removed.

mod common;

use alinea_jobs::{Folder, JobError, Ledger, Options, Plan, run};
use common::{Check, Scramble, Scratch, create, expected, journal};
use std::fs;

#[test]
fn a_folder_with_results_in_it_is_taken_even_without_a_plan() {
    let dir = Scratch::new();
    fs::create_dir_all(&dir.0).unwrap();
    fs::write(dir.0.join("results.txt"), "somebody's results\n").unwrap();
    let refused = Folder::create(&dir.0, Plan::new("scramble", 5), &[]).err().unwrap();
    let path = dir.0.display();
    let said = format!(
        "{path} already holds a job; continue it with --resume {path}, or choose another folder"
    );
    assert_eq!(refused.to_string(), said);
    assert_eq!(journal(&dir.0), b"somebody's results\n");
    let empty = Folder::open(&dir.0).err().unwrap();
    assert_eq!(empty.to_string(), format!("{path} holds no job (no plan.json in it)"));
}

#[test]
fn a_folder_says_where_it_and_its_journal_are() {
    let dir = Scratch::new();
    let folder = create(&dir.0, 5);
    assert_eq!((folder.dir(), folder.journal()), (&*dir.0, &*dir.0.join("results.txt")));
    let folder = folder.with_journal(dir.0.join("elsewhere.txt"));
    assert_eq!((folder.dir(), folder.journal()), (&*dir.0, &*dir.0.join("elsewhere.txt")));
}

#[test]
fn a_plan_made_longer_computes_the_rest_with_its_new_files() {
    let dir = Scratch::new();
    let options = Options { threads: 2, ..Options::default() };
    let (work, mut fold) = (Scramble::default(), Check::default());
    run(create(&dir.0, 5), &work, &mut fold, &options, &mut |_| {}).unwrap();

    let mut folder = Folder::open(&dir.0).unwrap();
    let longer = Plan { units: 12, ..folder.job().plan.clone() };
    folder.replan(longer, &[("openings.txt", b"44\n")]).unwrap();
    assert_eq!(
        (folder.job().plan.units, folder.job().file("openings.txt").unwrap()),
        (12, b"44\n".into())
    );
    drop(folder);
    // Whoever opens it next finds the new plan.
    let folder = Folder::open(&dir.0).unwrap();
    assert_eq!(folder.job().file("openings.txt").unwrap(), b"44\n");
    let mut before = None;
    let finish = run(folder, &work, &mut fold, &options, &mut |progress| {
        before.get_or_insert((progress.done, progress.total));
    });
    assert_eq!((before, finish.unwrap().units), (Some((5, 12)), 12));
    assert_eq!(journal(&dir.0), expected(12));
}

#[test]
fn a_plan_made_shorter_folds_its_own_units_and_keeps_the_others_on_disk() {
    let dir = Scratch::new();
    let options = Options { threads: 2, ..Options::default() };
    let (work, mut fold) = (Scramble::default(), Check::default());
    run(create(&dir.0, 12), &work, &mut fold, &options, &mut |_| {}).unwrap();
    let mut folder = Folder::open(&dir.0).unwrap();
    folder.replan(Plan { units: 5, ..folder.job().plan.clone() }, &[]).unwrap();
    let finish = run(folder, &work, &mut fold, &options, &mut |_| {}).unwrap();
    assert!(!finish.interrupted);
    assert_eq!(fold.next, 5, "units behind the end of the plan are not folded");
    assert_eq!(journal(&dir.0), expected(12));
}

#[test]
fn results_of_an_older_version_are_taken_over() {
    let dir = Scratch::new();
    fs::create_dir_all(&dir.0).unwrap();
    fs::write(dir.0.join("plan.json"), "{\"version\": 1}").unwrap();
    let old = expected(8);
    fs::write(dir.0.join("results.txt"), [&old[..], b"8 tor"].concat()).unwrap();
    let files: [(&str, &[u8]); 1] = [("openings.txt", b"44\n")];
    let folder = Folder::upgrade(&dir.0, Plan::new("scramble", 20), &files).unwrap();
    assert_eq!(folder.job().file("openings.txt").unwrap(), b"44\n");
    drop(folder);
    let mut fold = Check::default();
    let ledger = Ledger::open(Folder::open(&dir.0).unwrap(), &mut fold).unwrap();
    assert_eq!((ledger.written(), ledger.plan().units), (8, 20));
    assert_eq!((ledger.folder().dir(), journal(&dir.0)), (&*dir.0, old));
    drop(ledger);
    assert_eq!(fold.next, 8);
}

#[test]
fn a_finished_job_leaves_neither_a_lock_nor_waiting_results() {
    let dir = Scratch::new();
    let mut fold = Check::default();
    let options = Options { threads: 2, ..Options::default() };
    run(create(&dir.0, 20), &Scramble::default(), &mut fold, &options, &mut |_| {}).unwrap();
    let names = fs::read_dir(&dir.0).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["notes.txt", "plan.json", "results.txt", "sums.txt"]);
}

#[test]
fn a_removed_job_is_gone_and_files_of_other_people_are_not() {
    for foreign in [false, true] {
        let dir = Scratch::new();
        let files: [(&str, &[u8]); 1] = [("openings.txt", b"44\n")];
        let folder = Folder::create(&dir.0, Plan::new("scramble", 5), &files).unwrap();
        let mut fold = Check::default();
        let options = Options { threads: 2, ..Options::default() };
        run(folder, &Scramble::default(), &mut fold, &options, &mut |_| {}).unwrap();
        let folder = Folder::open(&dir.0).unwrap();
        if foreign {
            fs::write(dir.0.join("thoughts.md"), "mine").unwrap();
        }
        folder.remove();
        assert_eq!(dir.0.exists(), foreign);
        if foreign {
            assert_eq!(fs::read_dir(&dir.0).unwrap().count(), 1);
            assert_eq!(fs::read_to_string(dir.0.join("thoughts.md")).unwrap(), "mine");
        }
    }
}

#[test]
fn a_held_folder_is_refused_in_words_after_a_moment() {
    let dir = Scratch::new();
    let held = create(&dir.0, 5);
    let refused = Folder::open(&dir.0).err().unwrap();
    assert!(matches!(refused, JobError::Locked(_)));
    assert_eq!(refused.to_string(), format!("{} is in use by another process", dir.0.display()));
    drop(held);
    assert!(Folder::open(&dir.0).is_ok());
}
