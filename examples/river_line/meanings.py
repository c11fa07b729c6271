"""What each answer brings, in a few words for somebody who does not know the rules yet."""

MEANINGS = {
    "select": "Takes the unit in hand and lights where it can go.",
    "move": "The unit goes there.",
    "attack": "Begins an attack on this hex; nothing is rolled yet.",
    "add": "The unit takes part in the attack.",
    "all": "Everybody next to the target takes part.",
    "resolve": "Rolls the die at these odds.",
    "cancel": "The attack is called off; nobody has fought.",
    "retreat": "The beaten unit goes back to this hex.",
    "eliminate": "The unit is lost.",
    "advance": "The unit goes into the hex that has become free.",
    "hold": "Everybody stays where he is.",
    "done": "Ends this part of the turn.",
}
