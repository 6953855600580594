"""Telephone area codes of North America by state or province, those of a region together."""

from __future__ import annotations

from functools import cache

# A line a region, its states apart by ";".
_REGIONS = """
CT 203 475 860 959; ME 207; MA 339 351 413 508 617 774 781 857 978; NH 603; RI 401; VT 802
DE 302; DC 202 771; MD 227 240 301 410 443 667; NJ 201 551 609 640 732 848 856 862 908 973; NY 212 315 329 332 347 363 516 518 585 607 624 631 646 680 716 718 838 845 914 917 929 934; PA 215 223 267 272 412 445 484 570 582 610 717 724 814 835 878
FL 239 305 321 324 352 386 407 448 561 645 656 689 727 728 754 772 786 813 850 863 904 941 954; GA 229 404 470 478 678 706 762 770 912 943; NC 252 336 472 704 743 828 910 919 980 984; SC 803 821 839 843 854 864; VA 276 434 540 571 686 703 757 804 826 948; WV 304 681
AL 205 251 256 334 659 938; KY 270 364 502 606 859; MS 228 601 662 769; TN 423 615 629 731 865 901 931
IL 217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872; IN 219 260 317 463 574 765 812 930; MI 231 248 269 313 517 586 616 679 734 810 906 947 989; OH 216 220 234 283 326 330 380 419 436 440 513 567 614 740 937; WI 262 274 353 414 534 608 715 920
IA 319 515 563 641 712; KS 316 620 785 913; MN 218 320 507 612 651 763 924 952; MO 235 314 417 557 573 636 660 816 975; NE 308 402 531; ND 701; SD 605
AR 327 479 501 870; LA 225 318 337 504 985; OK 405 539 572 580 918; TX 210 214 254 281 325 346 361 409 430 432 469 512 682 713 726 737 806 817 830 832 903 915 936 940 945 956 972 979
AZ 480 520 602 623 928; CO 303 719 720 970 983; ID 208 986; MT 406; NV 702 725 775; NM 505 575; UT 385 435 801; WY 307
AK 907; CA 209 213 279 310 323 341 350 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 707 714 747 760 805 818 820 831 840 858 909 916 925 949 951; HI 808; OR 458 503 541 971; WA 206 253 360 425 509 564; GU 671; AS 684; MP 670
PR 787 939; VI 340
ON 226 249 289 343 365 416 437 519 548 613 647 683 705 742 753 807 905; QC 263 354 367 418 438 450 468 514 579 581 819 873; NB 428 506; NS 782 902; NL 709 879
AB 368 403 587 780 825; BC 236 250 257 604 672 778; MB 204 431 584; SK 306 474 639; NT 867
FREE 800 833 844 855 866 877 888
"""  # noqa: E501


@cache
def _table() -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]], tuple[str, ...]]:
    """Codes of a code's state, of its region, and all."""
    states: dict[str, tuple[str, ...]] = {}
    regions: dict[str, tuple[str, ...]] = {}
    for line in _REGIONS.strip().splitlines():
        groups = [tuple(group.split()[1:]) for group in line.split(";")]
        whole = tuple(code for group in groups for code in group)
        states |= {code: group for group in groups for code in group}
        regions |= dict.fromkeys(whole, whole)
    return states, regions, tuple(sorted(code for code in states if code[0] != "8" or states[code][0] != "800"))


@cache
def like(code: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Codes that may take a code's place: others of its state (itself where it is the only one), then its region's.

    An unknown code may become any. Toll-free ones stay toll-free.
    """
    states, regions, every = _table()
    state = states.get(code, every)
    others = tuple(c for c in state if c != code) or state
    return others, tuple(c for c in regions.get(code, every) if c not in state)
